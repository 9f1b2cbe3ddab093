// The left column: channels with their threads, the direct message with the bot, and who one writes as.
import { avatar, h, icon, renderOnce } from "./dom.js";
import { isDirect, isLocked } from "./store.js";

const THREADS_SHOWN = 12;
const LOOKS = { discord: { title: "Discord", address: "/" }, slack: { title: "Slack", address: "/slack" } };

export class Sidebar {
  #store;
  #actions;
  #channels = document.getElementById("channels");
  #people = document.getElementById("people-list");

  /** `actions.open(id)`, `actions.openDirect()` and `actions.become(id)` do what is clicked. */
  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
  }

  render() {
    const { guild } = this.#store;
    document.getElementById("guild-name").textContent = guild.name;
    this.#renderLooks();
    this.#renderChannels();
    this.#renderPeople();
  }

  #renderLooks() {
    const { look, looks } = this.#store;
    const one = (name) => h("a", { href: LOOKS[name].address, "aria-current": name === look ? "page" : null }, LOOKS[name].title);
    renderOnce(document.getElementById("looks"), JSON.stringify([look, looks]), () => looks.length > 1 && looks.map(one));
  }

  #renderChannels() {
    const store = this.#store;
    const groups = store.textChannels().map((channel) => ({ channel, threads: store.threadsOf(channel.id) }));
    const direct = store.direct();
    const talks = direct ? store.threadsOf(direct.id) : [];
    const key = JSON.stringify([groups, direct?.id, talks, store.view, [...store.unread], store.bot.name, store.me]);
    renderOnce(this.#channels, key, () => [
      h("h2", { class: "list-title" }, "Channels"),
      h("ul", { class: "channels" }, groups.map((group) => this.#channel(group))),
      h("h2", { class: "list-title" }, "Direct message"),
      h("ul", { class: "channels" }, store.home?.() && h("li", {}, this.#row(store.home(), icon("home"), "Home", "direct")), h("li", {}, this.#direct(direct), this.#threads(talks, store.bot.name))),
    ]);
  }

  #channel({ channel, threads }) {
    return h("li", {}, this.#row(channel, icon("hash"), channel.name, "channel"), this.#threads(threads, channel.name));
  }

  #threads(threads, name) {
    const shown = threads.slice(0, THREADS_SHOWN);
    return [
      shown.length > 0 && h("ul", { class: "threads", "aria-label": `Threads of ${name}` }, shown.map((thread) => h("li", {}, this.#thread(thread)))),
      threads.length > shown.length && h("p", { class: "more" }, `${threads.length - shown.length} older`),
    ];
  }

  #thread(thread) {
    return this.#row(thread, isLocked(thread) ? icon("lock") : null, thread.name, "thread");
  }

  #direct(direct) {
    const { bot } = this.#store;
    if (direct) return this.#row(direct, avatar(bot, true), bot.name, "direct");
    return h(
      "button",
      { type: "button", class: "channel direct", data: { channel: "direct" }, on: { click: () => this.#actions.openDirect() } },
      avatar(bot, true),
      h("span", { class: "channel-name" }, bot.name),
    );
  }

  #row(channel, mark, name, kind) {
    const current = channel.id === this.#store.view;
    const unread = !current && this.#store.unread.has(channel.id);
    return h(
      "button",
      {
        type: "button",
        class: `channel ${kind}${unread ? " unread" : ""}`,
        "aria-current": current ? "page" : null,
        data: { channel: channel.id },
        title: isDirect(channel) ? null : name,
        on: { click: () => this.#actions.open(channel.id) },
      },
      mark,
      h("span", { class: "channel-name" }, name),
      channel.hidden_from?.length > 0 && !isDirect(channel) && kind === "channel" && h("span", { class: "mark", title: "Not everybody sees it" }, icon("lock"), h("span", { class: "visually-hidden" }, "not everybody sees it")),
      channel.nsfw && h("span", { class: "mark", title: "Age-restricted" }, "18+", h("span", { class: "visually-hidden" }, ", age-restricted")),
      channel.rate_limit_per_user > 0 && h("span", { class: "mark", title: "Slow mode" }, icon("clock"), h("span", { class: "visually-hidden" }, "slow mode")),
      unread && h("span", { class: "visually-hidden" }, "unread"),
    );
  }

  #renderPeople() {
    const store = this.#store;
    const people = store.writers();
    renderOnce(this.#people, JSON.stringify([people, store.me]), () =>
      people.map((person) =>
        h(
          "label",
          { class: "person" },
          h("input", { type: "radio", name: "person", value: person.id, checked: person.id === store.me, on: { change: () => this.#actions.become(person.id) } }),
          avatar(person, true),
          h("span", { class: "person-name" }, person.name),
          person.moderator && h("span", { class: "person-role" }, person.role ?? "moderator"),
        ),
      ),
    );
  }
}
