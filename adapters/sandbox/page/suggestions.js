// Who to mention: a list that opens while an @word stands before the cursor.
import { avatar, h } from "./dom.js";

const MOST = 6;

export class Suggestions {
  #store;
  #box;
  #list = document.getElementById("suggestions");
  #matches = [];
  #chosen = 0;

  constructor(store, box) {
    this.#store = store;
    this.#box = box;
    box.addEventListener("input", () => this.#update());
    box.addEventListener("click", () => this.#update());
    box.addEventListener("blur", () => this.close());
  }

  /** Handles a key while the list is open; true when the key is used up. */
  key(event) {
    if (this.#list.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.#choose(this.#chosen + step);
    else if ((event.key === "Enter" && !event.isComposing) || event.key === "Tab") this.#accept(this.#matches[this.#chosen]);
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  close() {
    this.#list.hidden = true;
    this.#box.removeAttribute("aria-activedescendant");
  }

  #word() {
    return /(?:^|[\s(])@([\p{L}\p{N}_]{0,30})$/u.exec(this.#box.value.slice(0, this.#box.selectionStart));
  }

  #update() {
    const word = this.#word();
    if (!word) return this.close();
    const typed = word[1].toLocaleLowerCase();
    const people = [...this.#store.people.values()].sort((a, b) => Number(b.bot ?? false) - Number(a.bot ?? false));
    this.#matches = people.filter((person) => person.name.toLocaleLowerCase().startsWith(typed)).slice(0, MOST);
    if (!this.#matches.length) return this.close();
    this.#render();
    return this.#choose(0);
  }

  #render() {
    this.#list.replaceChildren(
      ...this.#matches.map((person, index) =>
        h(
          "li",
          { role: "option", id: `suggestion-${index}`, on: { pointerdown: (event) => (event.preventDefault(), this.#accept(person)) } },
          avatar(person, true),
          h("span", { class: "name" }, person.name),
          person.bot && h("span", { class: "badge bot" }, "bot"),
          person.moderator && h("span", { class: "badge" }, "moderator"),
        ),
      ),
    );
    this.#list.hidden = false;
  }

  #choose(index) {
    this.#chosen = (index + this.#matches.length) % this.#matches.length;
    [...this.#list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === this.#chosen)));
    this.#box.setAttribute("aria-activedescendant", `suggestion-${this.#chosen}`);
  }

  #accept(person) {
    const word = this.#word();
    if (!word) return this.close();
    const end = this.#box.selectionStart;
    this.#box.setRangeText(`@${person.name} `, end - word[1].length - 1, end, "end");
    this.close();
    this.#box.dispatchEvent(new Event("input"));
    return undefined;
  }
}
