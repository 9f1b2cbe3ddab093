// The "Faults" tab: what a moderator may change about the place, and trouble for the bot, each with a sentence.
import { h, renderOnce } from "./dom.js";
import { isDirect, isMuted, isThread } from "./store.js";

const CHANGES = [
  { change: "lock", title: "Locked", about: "Only moderators may write in this thread.", where: isThread, is: (channel) => channel.thread_metadata?.locked },
  { change: "archive", title: "Archived", about: "The thread is put away until somebody writes in it.", where: isThread, is: (channel) => channel.thread_metadata?.archived },
  { change: "slow_mode", title: "Slow mode", about: "Each person may write once in 30 seconds.", where: (channel) => channel.type === 0 || isThread(channel), is: (channel) => channel.rate_limit_per_user > 0 },
  { change: "age_restricted", title: "Age-restricted", about: "The channel is for adults alone.", where: (channel) => channel.type === 0, is: (channel) => channel.nsfw },
  { change: "moderators_only", title: "For moderators alone", about: "Others see neither the channel nor its threads.", where: (channel) => channel.type === 0, is: (channel) => channel.hidden_from?.length > 0 },
  { change: "bot_muted", title: "The bot may not write", about: "Takes the bot's permission to send messages here and in threads.", where: (channel) => channel.type === 0, is: (channel, store) => isMuted(channel, store) },
];

export class TroublePanel {
  #store;
  #actions;
  #body = document.getElementById("faults");
  #result = h("p", { class: "fault-result", role: "status" });
  #place = h("div", { class: "place-changes" });
  #faults = h("div", {});

  /** `actions.fault(kind)` resolves to a sentence about what will happen; `actions.changePlace(channelId, change, on)`. */
  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.#body.append(this.#result, this.#faults, this.#place);
  }

  render() {
    const store = this.#store;
    const groups = [...new Set(store.faults.map((fault) => fault.group))];
    renderOnce(this.#faults, JSON.stringify(store.faults), () => groups.map((group) => this.#group(group, store.faults.filter((fault) => fault.group === group))));
    const channel = store.channel();
    const shown = channel && store.look === "discord" && !isDirect(channel) ? CHANGES.filter((one) => one.where(channel)) : [];
    const key = JSON.stringify([channel?.id, channel?.name, store.moderates(), shown.map((one) => Boolean(one.is(channel, store)))]);
    renderOnce(this.#place, key, () => shown.length > 0 && [
      h("h2", { class: "fault-group" }, `Here, in ${channel.name}`),
      !store.moderates() && h("p", { class: "step-about" }, "Write as a moderator (bottom left) to change it."),
      h("ul", { class: "fault-list" }, shown.map((one) => this.#change(one, channel))),
    ]);
  }

  #group(group, faults) {
    return h("section", {}, h("h2", { class: "fault-group" }, group), h("ul", { class: "fault-list" }, faults.map((fault) => this.#fault(fault))));
  }

  #fault({ kind, title, about }) {
    const act = async () => {
      const said = await this.#actions.fault(kind);
      if (said) this.#result.textContent = said;
    };
    return h("li", {}, h("button", { type: "button", class: "fault", "aria-describedby": `about-${kind}`, data: { fault: kind }, on: { click: act } }, title), h("p", { class: "fault-about", id: `about-${kind}` }, about));
  }

  #change({ change, title, about, is }, channel) {
    const on = Boolean(is(channel, this.#store));
    return h("li", {},
      h("button", { type: "button", class: "fault switch", "aria-pressed": String(on), "aria-describedby": `about-${change}`, disabled: !this.#store.moderates(), on: { click: () => this.#actions.changePlace(channel.id, change, !on) } }, title),
      h("p", { class: "fault-about", id: `about-${change}` }, about));
  }
}
