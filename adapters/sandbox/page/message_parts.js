// The pieces of one message: head, text or editor, reactions, the card of its thread, the toolbar. Each piece is a key (what it
// depends on) and a builder; the log rebuilds a piece only when its key changes.
import { avatar, h, hue, icon, iconButton } from "./dom.js";
import { isLoading } from "./interactions.js";
import { markdown, plainText } from "./markdown.js";
import { pickReaction } from "./picker.js";
import { isLocked, isThread, wordsOf } from "./store.js";

const [REPLY, COMMAND, MENU_COMMAND] = [19, 20, 23]; // Discord's message types

export class MessageParts {
  #store;
  #actions;
  #components;

  /** `Below` is the class that makes what messages hold beside their text. */
  constructor(store, Below, actions) {
    this.#store = store;
    this.#actions = actions;
    this.#components = new Below(store, actions);
  }

  /** The parts of `message` by slot name. */
  of(message, { grouped, starter, editing }) {
    const thread = this.#store.channel(message.id);
    const own = message.author.id === this.#store.me;
    const person = this.#store.person(message.author.id) ?? { id: message.author.id, name: message.author.global_name ?? message.author.username, bot: message.author.bot };
    const reactors = message.reactors ?? [];
    const last = thread && this.#lastOf(thread);
    const failed = this.#store.interactions.failed(message.id, this.#store.me);
    const original = message.referenced_message && this.#store.message(message.referenced_message.id);
    const named = this.#store.interactions.get(message.interaction_metadata?.id)?.name;
    return {
      gutter: { key: `${grouped}${person.name}`, build: () => (grouped ? this.#shortTime(message) : avatar(person)) },
      reference: { key: JSON.stringify([message.type, original?.id, original && wordsOf(original), message.interaction_metadata?.id, named]), build: () => this.#reference(message, original, named) },
      head: { key: `${grouped}${person.name}${message.timestamp}`, build: () => (grouped ? [] : this.#head(message, person)) },
      content: { key: JSON.stringify([editing, editing ? message.id : [message.content, message.edited_timestamp, message.flags, message.failed]]), build: () => (editing ? this.#editor(message) : this.#text(message)) },
      components: { key: JSON.stringify([message.components, message.embeds, message.files, message.attachments, message.content === "" && message.edited_timestamp]), build: () => this.#parts(message) },
      failure: { key: String(failed), build: () => (failed ? h("p", { class: "failed" }, icon("warning"), "This interaction failed") : []) },
      note: { key: String(message.visible_to), build: () => (message.visible_to ? this.#note(message) : []) },
      reactions: { key: JSON.stringify([reactors, this.#store.me]), build: () => this.#reactions(message, reactors) },
      thread: { key: JSON.stringify([starter, thread, last]), build: () => (thread && !starter ? this.#card(thread, last) : []) },
      toolbar: { key: `${own}${this.#store.moderates()}${editing}`, build: () => (editing || message.visible_to || message.bare ? [] : this.#toolbar(message, own)) },
    };
  }

  #shortTime(message) {
    return h("time", { class: "gutter-time", datetime: message.timestamp }, clock(message.timestamp));
  }

  #head(message, person) {
    return [
      h("span", { class: `author hue-${person.bot ? "bot" : hue(person.name)}` }, person.name),
      person.bot && h("span", { class: "badge bot" }, "bot"),
      person.moderator && h("span", { class: "badge" }, person.role ?? "moderator"),
      h("time", { class: "time", datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() }, clock(message.timestamp)),
    ];
  }

  #reference(message, original, named) {
    if ([COMMAND, MENU_COMMAND].includes(message.type)) return this.#usedCommand(message, named);
    if (message.type !== REPLY) return [];
    if (!original) return h("p", { class: "reference-line" }, icon("reply"), h("em", {}, "the message was deleted"));
    const name = this.#store.person(original.author.id)?.name ?? original.author.username;
    return h(
      "button",
      { type: "button", class: "reference-line", on: { click: () => this.#actions.jumpTo(original.id) } },
      icon("reply"),
      h("span", { class: "visually-hidden" }, "In reply to "),
      h("strong", {}, name),
      h("span", { class: "reference-text" }, plainText(wordsOf(original), this.#store.names, 90)),
    );
  }

  #usedCommand(message, named) {
    const user = message.interaction_metadata?.user;
    const name = this.#store.person(user?.id)?.name ?? user?.username ?? "somebody";
    const command = named ? [" used ", h("span", { class: "chip mention" }, message.type === COMMAND ? `/${named}` : named)] : " used a command";
    return h("p", { class: "reference-line" }, icon("slash"), h("span", {}, h("strong", {}, name), command));
  }

  #parts(message) {
    const parts = this.#components.of(message);
    if (parts.length && !message.content && message.edited_timestamp) parts.push(h("p", { class: "edited-line" }, editedMark(message, "(edited)")));
    return parts;
  }

  // What only one person sees says so, and can be put away.
  #note(message) {
    const dismiss = h("button", { type: "button", class: "text-button", on: { click: () => this.#actions.dismiss(message) } }, "Dismiss message");
    return h("p", { class: "private-note" }, icon("eye"), h("span", {}, this.#store.look === "slack" ? "Only visible to you ·" : "Only you can see this ·"), dismiss);
  }

  #text(message) {
    if (message.failed) return h("p", { class: "failed" }, icon("warning"), "The application did not respond");
    if (isLoading(message)) return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${this.#store.bot.name} is thinking…`);
    const blocks = markdown(message.content, this.#store.names);
    if (!blocks.length && wordsOf(message)) return [];
    if (!blocks.length && message.components?.length) return [];
    if (!blocks.length) blocks.push(h("p", { class: "subtext" }, "(no text)"));
    const end = [...(blocks.at(-1).matches("ol, ul") ? blocks.at(-1).querySelectorAll("li") : [])].at(-1) ?? blocks.at(-1);
    if (message.edited_timestamp) end.append(editedMark(message, " (edited)"));
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
    return { count: list.length, name: last && (this.#store.person(last.author.id)?.name ?? last.author.username), text: last && plainText(wordsOf(last), this.#store.names, 150) };
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

  // On Slack a reply is one in the thread, and threads hold no threads.
  #replyButton(message) {
    if (this.#store.look !== "slack") return iconButton("reply", "Reply", () => this.#actions.reply(message));
    return !isThread(this.#store.channel()) && iconButton("thread", "Reply in thread", () => this.#actions.reply(message));
  }

  #menuButton(message) {
    const button = iconButton("more", "More: Apps", () => this.#actions.openMenu(button, message), { "aria-haspopup": "menu", "aria-expanded": "false" });
    return button;
  }

  #toolbar(message, own) {
    return [
      this.#addReaction(message, "icon-button"),
      this.#replyButton(message),
      own && iconButton("edit", "Edit", () => this.#actions.startEdit(message.id)),
      (own || this.#store.moderates()) && iconButton("trash", "Delete", () => this.#actions.remove(message)),
      this.#menuButton(message),
    ];
  }
}

function editedMark(message, words) {
  return h("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, words);
}

function clock(timestamp) {
  return new Date(timestamp).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
