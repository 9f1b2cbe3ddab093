// The message box: drafts per place, replies, mentions by typing @, Enter sends.
import { h, iconButton } from "./dom.js";
import { plainText } from "./markdown.js";
import { isDirect, isLocked, isThread, wordsOf } from "./store.js";
import { CommandForm } from "./command_form.js";
import { Suggestions } from "./suggestions.js";

const MOST = { discord: 2000, slack: 8000 }; // Discord's limit, which the sandbox refuses to exceed; Slack's is larger than this box
const NEAR = 0.8; // of it: from here on the length is shown

export class Composer {
  #store;
  #actions;
  #box = document.getElementById("box");
  #hint = document.getElementById("hint");
  #replying = document.getElementById("replying");
  #row = document.querySelector(".box-row");
  #suggestions;
  #command;
  #drafts = new Map();
  #reply = null;
  #shown = null;

  /** `actions.post(channelId, text, replyTo)` resolves true when sent; `actions.editLast()` edits one's last message;
   * `actions.commands()`, `actions.give(name, options)` and `actions.suggest(…)` serve slash commands. */
  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.#suggestions = new Suggestions(store, this.#box, actions.commands, (command) => this.#begin(command));
    this.#command = new CommandForm(store, { give: actions.give, suggest: actions.suggest, say: (text, bad) => this.#say(text, bad), leave: () => this.#leave() });
    this.#box.addEventListener("input", () => this.#grow());
    this.#box.addEventListener("keydown", (event) => this.#keys(event));
    document.getElementById("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#command.active) this.#command.give();
      else this.#send();
    });
  }

  get empty() {
    return !this.#box.value.trim() && !this.#command.active;
  }

  focus() {
    if (this.#command.active) this.#command.focus();
    else this.#box.focus();
  }

  #begin(command) {
    this.#box.value = "";
    this.#row.classList.add("commanding");
    this.#command.open(command);
  }

  #leave() {
    this.#row.classList.remove("commanding");
    this.#grow();
    this.#box.focus();
  }

  #say(text, bad = false) {
    if (this.#hint.textContent !== text) this.#hint.textContent = text;
    this.#hint.classList.toggle("over", bad);
  }

  /** Puts `text` into the box and the cursor behind it. */
  fill(text) {
    this.#box.value = text;
    this.#grow();
    this.#box.focus();
    this.#box.setSelectionRange(text.length, text.length);
  }

  replyTo(message) {
    this.#reply = message;
    this.#renderReply();
    this.#box.focus();
  }

  render() {
    const { view } = this.#store;
    if (view !== this.#shown) {
      if (this.#command.active) this.#command.close();
      this.#drafts.set(this.#shown, this.#box.value);
      this.#shown = view;
      this.#box.value = this.#drafts.get(view) ?? "";
      this.#reply = null;
      this.#suggestions.close();
      this.#grow();
    }
    if (this.#reply && !this.#store.message(this.#reply.id)) this.#reply = null;
    const channel = this.#store.channel();
    const closed = channel?.type === "home" || (isLocked(channel) && !this.#store.moderates());
    this.#box.disabled = closed || !channel;
    this.#box.placeholder = placeholder(this.#store, channel, closed);
    this.#box.setAttribute("aria-label", this.#box.placeholder);
    this.#tellLength();
    this.#renderReply();
  }

  async #send() {
    const shown = this.#box.value;
    const text = withMentions(shown.trim(), this.#store);
    if (!text) return;
    const place = this.#store.view;
    const reply = this.#reply;
    this.#box.value = "";
    this.#reply = null;
    this.#suggestions.close();
    this.#grow();
    this.#renderReply();
    if (await this.#actions.post(place, text, reply?.id ?? null)) return;
    // Not sent: nothing that was written is lost.
    if (this.#store.view === place && this.empty) this.fill(shown);
    else if (!this.#drafts.get(place)) this.#drafts.set(place, shown);
  }

  #keys(event) {
    if (this.#suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape" && this.#reply) {
      this.#reply = null;
      this.#renderReply();
    } else if (event.key === "ArrowUp" && this.#box.value === "") {
      event.preventDefault();
      this.#actions.editLast();
    }
  }

  #grow() {
    this.#box.style.height = "auto";
    this.#box.style.height = `${Math.min(this.#box.scrollHeight, innerHeight * 0.35)}px`;
    this.#tellLength();
  }

  #tellLength() {
    if (this.#command.active) return;
    const { length } = this.#box.value;
    const slow = this.#store.channel()?.rate_limit_per_user;
    const most = MOST[this.#store.look];
    if (length > most) this.#say(`${length} of ${most} characters: shorten it to send`, true);
    else if (length > most * NEAR) this.#say(`${length} of ${most} characters`);
    else if (slow && !this.#store.moderates()) this.#say(`Slow mode: one message in ${slow} seconds`);
    else this.#say("Enter sends, Shift+Enter starts a line, @ mentions, / commands");
  }

  #renderReply() {
    const message = this.#reply;
    this.#replying.hidden = !message;
    if (!message) return this.#replying.replaceChildren();
    const name = this.#store.person(message.author.id)?.name ?? message.author.username;
    const cancel = () => {
      this.#reply = null;
      this.#renderReply();
      this.#box.focus();
    };
    this.#replying.replaceChildren(
      h("span", {}, "Replying to ", h("strong", {}, name), h("span", { class: "reference-text" }, ` ${plainText(wordsOf(message), this.#store.names, 70)}`)),
      iconButton("close", "Do not reply", cancel),
    );
    return undefined;
  }
}

/** What people type (`@Ada`) as Discord sends it (`<@id>`). Longer names first: one may begin with another. */
export function withMentions(text, store) {
  const people = [...store.people.values()].sort((a, b) => b.name.length - a.name.length);
  return people.reduce((result, person) => result.replace(mentionOf(person.name), `$1<@${person.id}>`), text);
}

/** The reverse, for editing. */
export function readable(text, store) {
  return text.replace(/<@!?(\d{1,20}|[UW][A-Z0-9]{1,20})>/g, (whole, id) => (store.person(id) ? `@${store.person(id).name}` : whole));
}

const mentionOf = (name) => new RegExp(`(^|[^\\p{L}\\p{N}_@])@${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "giu");

function placeholder(store, channel, closed) {
  if (!channel) return "Choose a channel";
  if (channel.type === "home") return `Write to ${store.bot.name} under Messages`;
  if (closed) return "This thread is locked: only a moderator may write";
  if (isDirect(channel)) return `Message ${store.bot.name}`;
  return isThread(channel) ? `Reply in ${channel.name}` : `Message #${channel.name}`;
}
