// The pieces of one message: head, text or editor, reactions, the card of its thread, the toolbar. Each piece is a key (what it
// depends on) and a builder; the log rebuilds a piece only when its key changes.
import { avatar, h, hue, icon, iconButton } from "./dom.js";
import { markdown, plainText } from "./markdown.js";
import { pickReaction } from "./picker.js";
import { isLocked } from "./store.js";

const REPLY = 19;

export class MessageParts {
  #store;
  #actions;

  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
  }

  /** The parts of `message` by slot name. */
  of(message, { grouped, starter, editing }) {
    const thread = this.#store.channel(message.id);
    const own = message.author.id === this.#store.me;
    const person = this.#store.person(message.author.id) ?? { id: message.author.id, name: message.author.global_name ?? message.author.username, bot: message.author.bot };
    const reactors = message.reactors ?? [];
    const last = thread && this.#lastOf(thread);
    return {
      gutter: { key: `${grouped}${person.name}`, build: () => (grouped ? this.#shortTime(message) : avatar(person)) },
      reference: { key: JSON.stringify([message.type, message.referenced_message?.id, message.referenced_message?.content]), build: () => this.#reference(message) },
      head: { key: `${grouped}${person.name}${message.timestamp}`, build: () => (grouped ? [] : this.#head(message, person)) },
      content: { key: JSON.stringify([editing, editing ? message.id : [message.content, message.edited_timestamp]]), build: () => (editing ? this.#editor(message) : this.#text(message)) },
      reactions: { key: JSON.stringify([reactors, this.#store.me]), build: () => this.#reactions(message, reactors) },
      thread: { key: JSON.stringify([starter, thread, last]), build: () => (thread && !starter ? this.#card(thread, last) : []) },
      toolbar: { key: `${own}${this.#store.moderates()}${editing}`, build: () => (editing ? [] : this.#toolbar(message, own)) },
    };
  }

  #shortTime(message) {
    return h("time", { class: "gutter-time", datetime: message.timestamp }, clock(message.timestamp));
  }

  #head(message, person) {
    return [
      h("span", { class: `author hue-${person.bot ? "bot" : hue(person.name)}` }, person.name),
      person.bot && h("span", { class: "badge bot" }, "bot"),
      person.moderator && h("span", { class: "badge" }, "moderator"),
      h("time", { class: "time", datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() }, clock(message.timestamp)),
    ];
  }

  #reference(message) {
    if (message.type !== REPLY) return [];
    const original = message.referenced_message;
    if (!original) return h("p", { class: "reference-line" }, icon("reply"), h("em", {}, "the message was deleted"));
    const name = this.#store.person(original.author.id)?.name ?? original.author.username;
    return h(
      "button",
      { type: "button", class: "reference-line", on: { click: () => this.#actions.jumpTo(original.id) } },
      icon("reply"),
      h("span", { class: "visually-hidden" }, "In reply to "),
      h("strong", {}, name),
      h("span", { class: "reference-text" }, plainText(original.content, this.#store.names, 90)),
    );
  }

  #text(message) {
    const blocks = markdown(message.content, this.#store.names);
    if (!blocks.length) blocks.push(h("p", { class: "subtext" }, "(no text)"));
    const end = [...(blocks.at(-1).matches("ol, ul") ? blocks.at(-1).querySelectorAll("li") : [])].at(-1) ?? blocks.at(-1);
    if (message.edited_timestamp) end.append(h("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, " (edited)"));
    return blocks;
  }

  #editor(message) {
    const box = h("textarea", { class: "edit-box", "aria-label": "Edit your message", rows: Math.min(10, message.content.split("\n").length + 1) });
    box.value = this.#actions.readable(message.content);
    const end = () => this.#actions.endEdit(message.id);
    const save = async () => {
      if (await this.#actions.edit(message, box.value)) end();
    };
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") end();
      else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return [
      box,
      h("div", { class: "edit-actions" },
        h("button", { type: "button", class: "button small", on: { click: save } }, "Save"),
        h("button", { type: "button", class: "button small quiet", on: { click: end } }, "Cancel"),
        h("span", { class: "hint" }, "Enter saves, Escape cancels")),
    ];
  }

  #reactions(message, reactors) {
    if (!reactors.length) return [];
    const pills = reactors.map(({ emoji, users }) => {
      const mine = users.includes(this.#store.me);
      const names = users.map((id) => this.#store.person(id)?.name ?? "someone").join(", ");
      return h(
        "button",
        {
          type: "button", class: "pill", "aria-pressed": String(mine), title: names,
          "aria-label": `${emoji} ${users.length}, from ${names}`, data: { emoji },
          on: { click: () => this.#actions.react(message, emoji, !mine) },
        },
        h("span", { class: "emoji" }, emoji),
        h("span", { class: "count" }, String(users.length)),
      );
    });
    return [...pills, this.#addReaction(message, "pill add")];
  }

  #addReaction(message, className) {
    const button = iconButton("smile", "Add a reaction", () => pickReaction(button, (emoji) => this.#actions.react(message, emoji, true)), { class: className });
    return button;
  }

  #lastOf(thread) {
    const list = this.#store.messagesOf(thread.id).filter((message) => message.type !== 21);
    const last = list.at(-1);
    return { count: list.length, name: last && (this.#store.person(last.author.id)?.name ?? last.author.username), text: last && plainText(last.content, this.#store.names, 150) };
  }

  #card(thread, last) {
    const count = last.count === 1 ? "1 message" : `${last.count} messages`;
    return h(
      "button",
      { type: "button", class: "thread-card", data: { thread: thread.id }, on: { click: () => this.#actions.open(thread.id) } },
      h("span", { class: "thread-line" },
        icon(isLocked(thread) ? "lock" : "thread"),
        h("strong", {}, "1 thread"),
        h("span", { class: "thread-name" }, thread.name),
        h("span", { class: "thread-count" }, count)),
      last.text && h("span", { class: "thread-last" }, h("strong", {}, last.name), ` ${last.text}`),
    );
  }

  #toolbar(message, own) {
    return [
      this.#addReaction(message, "icon-button"),
      iconButton("reply", "Reply", () => this.#actions.reply(message)),
      own && iconButton("edit", "Edit", () => this.#actions.startEdit(message.id)),
      (own || this.#store.moderates()) && iconButton("trash", "Delete", () => this.#actions.remove(message)),
    ];
  }
}

function clock(timestamp) {
  return new Date(timestamp).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
