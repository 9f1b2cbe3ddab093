// A list of suggestions for a text field that keeps the focus: arrows choose, Enter or Tab takes, Escape closes.
import { h } from "./dom.js";

export class Listbox {
  #field;
  #list;
  #items = [];
  #accept = () => {};
  #chosen = 0;

  /** `list` is an empty `ul` with role listbox and an id. */
  constructor(field, list) {
    this.#field = field;
    this.#list = list;
    field.addEventListener("blur", () => this.close());
  }

  get open() {
    return !this.#list.hidden;
  }

  /** Offers `items`: `row(item)` gives the children of its line, `accept(item)` takes it. Nothing to offer closes the list. */
  show(items, label, row, accept) {
    if (!items.length) return this.close();
    this.#items = items;
    this.#accept = accept;
    this.#list.setAttribute("aria-label", label);
    const take = (item) => (event) => {
      event.preventDefault(); // the field keeps the focus
      this.#take(item);
    };
    this.#list.replaceChildren(...items.map((item, at) => h("li", { role: "option", id: `${this.#list.id}-${at}`, on: { pointerdown: take(item) } }, row(item))));
    this.#list.hidden = false;
    this.#expanded(true);
    return this.#choose(0);
  }

  /** Says `text` in place of suggestions. */
  say(text) {
    this.#items = [];
    this.#list.replaceChildren(h("li", { class: "list-note", role: "option", "aria-disabled": "true" }, text));
    this.#list.hidden = false;
    this.#field.removeAttribute("aria-activedescendant");
    this.#expanded(true);
  }

  close() {
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#field.removeAttribute("aria-activedescendant");
    this.#expanded(false);
  }

  /** Handles a key while the list is open; true when the key is used up. */
  key(event) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.close();
    else if (!this.#items.length) return false;
    else if (step) this.#choose(this.#chosen + step);
    else if ((event.key === "Enter" && !event.isComposing) || (event.key === "Tab" && !event.shiftKey)) this.#take(this.#items[this.#chosen]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #take(item) {
    this.close();
    this.#accept(item);
  }

  #choose(index) {
    this.#chosen = (index + this.#items.length) % this.#items.length;
    [...this.#list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === this.#chosen)));
    this.#list.children[this.#chosen].scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", `${this.#list.id}-${this.#chosen}`);
  }

  #expanded(open) {
    if (this.#field.getAttribute("role") === "combobox") this.#field.setAttribute("aria-expanded", String(open));
  }
}
