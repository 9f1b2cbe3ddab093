// The message log. One list item a message, kept as long as the message lives: an edit replaces the text inside it and nothing
// else, so a growing answer neither flickers nor moves what one reads.
import { h, icon, renderOnce } from "./dom.js";
import { isDirect, isThread } from "./store.js";
import { markBusy } from "./components.js";
import { MessageParts } from "./message_parts.js";

const AT_BOTTOM = 60; // pixels from the end that still count as being there
const GROUP_MS = 7 * 60_000; // messages of one author within seven minutes share a head

const SLOTS = ["gutter", "reference", "head", "content", "components", "failure", "reactions", "thread", "note", "toolbar"];

export class MessageLog {
  #store;
  #parts;
  #log = document.getElementById("log");
  #scroller = document.getElementById("scroller");
  #jump = document.getElementById("jump");
  #items = new Map();
  #shown = null;
  #editing = null;
  #stick = true;

  /** `actions`: react, reply, edit, remove, open, readable; click, select, dismiss, openMenu. `Below` makes what messages hold
   * beside their text. */
  constructor(store, actions, Below) {
    this.#store = store;
    this.#parts = new MessageParts(store, Below, {
      ...actions,
      startEdit: (id) => this.edit(id),
      endEdit: (id) => this.#endEdit(id),
      jumpTo: (id) => this.focus(id),
    });
    this.#scroller.addEventListener("scroll", () => this.#scrolled());
    this.#log.addEventListener("keydown", (event) => this.#keys(event));
    this.#log.addEventListener("focusin", (event) => this.#makeTabStop(event.target.closest(".message")));
    this.#log.addEventListener("click", (event) => {
      const place = event.target.closest("[data-open]")?.dataset.open;
      if (place) actions.open(place);
    });
    this.#jump.addEventListener("click", () => this.toEnd());
    new ResizeObserver(() => this.#stick && this.toEnd()).observe(this.#scroller);
  }

  render() {
    const store = this.#store;
    const moved = this.#shown !== store.view;
    if (moved) this.#enter(store.view);
    const list = this.#visible();
    const before = this.#items.size;
    this.#reconcile(list);
    if (moved && store.channel()?.type === "home") this.#toStart();
    else if (moved || this.#stick) this.toEnd();
    else if (this.#items.size > before && store.channel()?.type !== "home") this.#jump.hidden = false;
    this.#ensureTabStop();
  }

  /** Scrolls to the newest message and stays there. */
  toEnd() {
    this.#stick = true;
    this.#jump.hidden = true;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  // What is no talk is read from its beginning.
  #toStart() {
    this.#stick = false;
    this.#jump.hidden = true;
    this.#scroller.scrollTop = 0;
  }

  /** Opens the editor in place of one's own message. */
  edit(id) {
    this.#editing = id;
    this.render();
    const box = this.#items.get(id)?.querySelector("textarea");
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }

  /** Brings a message into view and into focus. */
  focus(id) {
    const item = this.#items.get(id);
    item?.scrollIntoView({ block: "nearest" });
    item?.focus();
  }

  #endEdit(id) {
    this.#editing = null;
    this.render();
    this.#items.get(id)?.focus();
  }

  #enter(view) {
    this.#shown = view;
    this.#items.clear();
    this.#log.replaceChildren();
    this.#editing = null;
  }

  // A thread opens with the message that it hangs on, as on Discord; its own copy of it (type 21) is left out.
  #visible() {
    const store = this.#store;
    const channel = store.channel();
    const own = store.shownIn().filter((message) => message.type !== 21);
    const starter = isThread(channel) ? store.starterOf(channel) : null;
    return starter ? [starter, ...own] : own;
  }

  #reconcile(list) {
    const alive = new Set(list.map((message) => message.id));
    for (const [id, item] of this.#items) {
      if (alive.has(id)) continue;
      item.remove();
      this.#items.delete(id);
    }
    let previous = null;
    list.forEach((message, index) => {
      const item = this.#itemOf(message);
      if (this.#log.children[index] !== item) this.#log.insertBefore(item, this.#log.children[index] ?? null);
      this.#update(item, message, previous);
      previous = message;
    });
  }

  #itemOf(message) {
    const known = this.#items.get(message.id);
    if (known) return known;
    const slots = Object.fromEntries(SLOTS.map((name) => [name, h("div", { class: name })]));
    const { gutter, toolbar, ...body } = slots;
    body.components.classList.add("content");
    const item = h("li", { class: "message", tabindex: -1, data: { id: message.id } }, gutter, h("div", { class: "message-body" }, Object.values(body)), toolbar);
    item.slots = slots;
    this.#items.set(message.id, item);
    return item;
  }

  #update(item, message, previous) {
    const store = this.#store;
    const starter = message.id === store.view;
    const grouped = !starter && continues(message, previous, store.view);
    item.classList.toggle("grouped", grouped);
    item.classList.toggle("starter", starter);
    item.classList.toggle("bare", Boolean(message.bare));
    item.classList.toggle("private", Boolean(message.visible_to));
    item.classList.toggle("to-me", (message.mentions ?? []).some((person) => person.id === store.me));
    const parts = this.#parts.of(message, { grouped, starter, editing: this.#editing === message.id });
    for (const [name, { key, build }] of Object.entries(parts)) renderOnce(item.slots[name], key, build);
    markBusy(item.slots.components, store.interactions.busy(message.id, store.me));
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    this.#stick = scrollHeight - scrollTop - clientHeight < AT_BOTTOM;
    if (this.#stick) this.#jump.hidden = true;
  }

  // The whole log is one tab stop; arrows move between messages, Tab goes on into the buttons of the one in focus.
  #keys(event) {
    const item = event.target.closest(".message");
    if (!item || event.target !== item) return;
    const goal = { ArrowUp: item.previousElementSibling, ArrowDown: item.nextElementSibling, Home: this.#log.firstElementChild, End: this.#log.lastElementChild }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    goal?.focus();
  }

  #makeTabStop(item) {
    if (!item) return;
    for (const other of this.#log.querySelectorAll('.message[tabindex="0"]')) if (other !== item) other.tabIndex = -1;
    item.tabIndex = 0;
  }

  // From outside, Tab enters at the newest message.
  #ensureTabStop() {
    const inside = this.#log.contains(document.activeElement) && this.#log.querySelector('.message[tabindex="0"]');
    if (!inside) this.#makeTabStop(this.#log.lastElementChild);
  }

}

function continues(message, previous, view) {
  if (!previous || previous.id === view || message.message_reference || message.interaction_metadata) return false;
  if (Boolean(message.visible_to) !== Boolean(previous.visible_to)) return false;
  return previous.author.id === message.author.id && Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_MS;
}

/** The introduction above the first message: what this place is, and in an empty channel three things to try. */
export function renderIntro(store, prompts, onPrompt, onSuggested) {
  const intro = document.getElementById("intro");
  const channel = store.channel();
  const count = store.messagesOf().length;
  const suggested = store.suggested?.();
  const key = JSON.stringify([suggested, channel?.id, channel?.name, count === 0, store.bot.name, store.person(channel?.owner_id)?.name]);
  renderOnce(intro, key, () => {
    if (!channel) return h("p", {}, "Choose a channel.");
    if (isThread(channel)) return threadIntro(store, channel);
    if (channel.type === "home") return [h("h2", {}, `${store.bot.name}: Home`), h("p", {}, "What is kept for you, and what you have chosen. Nobody else sees it.")];
    if (channel.type === 1) {
      return [h("h2", {}, `A word with ${store.bot.name}`), h("p", {}, "Nobody else reads here, and no mention is needed: just ask."), suggested && suggestions(suggested, onSuggested)];
    }
    return [
      h("span", { class: "intro-mark", "aria-hidden": "true" }, icon("hash")),
      h("h2", {}, `Welcome to #${channel.name}`),
      h("p", {}, `Mention @${store.bot.name} and ask for a film or a series. The answer grows in a thread; reply there to go on, react with 🛑 to stop it. Type / for commands.`),
      count === 0 && h("div", { class: "prompts", role: "group", "aria-labelledby": "try" }, h("h3", { id: "try" }, "Try one of these"), prompts.map((text) => prompt(store, text, onPrompt))),
    ];
  });
}

function threadIntro(store, thread) {
  const opener = store.person(thread.owner_id);
  const parent = store.channel(thread.parent_id);
  const where = isDirect(parent) ? `A talk with ${store.bot.name}` : `A thread of #${parent?.name ?? "channel"}`;
  return [
    h("span", { class: "intro-mark", "aria-hidden": "true" }, icon("thread")),
    h("h2", {}, thread.name),
    h("p", {}, `${where}${opener && !isDirect(parent) ? `, opened by ${opener.name}` : ""}. No mention is needed here: just reply.`),
  ];
}

// What the app suggests to ask in a direct message; a click sends it.
function suggestions({ title, prompts }, onSuggested) {
  const one = (found) => h("button", { type: "button", class: "prompt", on: { click: () => onSuggested(found.title) } }, h("strong", {}, found.title), h("span", {}, found.message));
  return h("div", { class: "prompts", role: "group", "aria-labelledby": "try" }, h("h3", { id: "try" }, title || "Try one of these"), prompts.map(one));
}

function prompt(store, text, onPrompt) {
  return h("button", { type: "button", class: "prompt", on: { click: () => onPrompt(text) } }, h("span", { class: "chip mention" }, `@${store.bot.name}`), h("span", {}, text));
}
