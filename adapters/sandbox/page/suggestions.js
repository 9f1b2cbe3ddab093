// What the message box offers while one types: people after @, commands after / at the beginning.
import { avatar, h } from "./dom.js";
import { Listbox } from "./listbox.js";
import { slashCommands } from "./commands.js";

const PEOPLE = 6;

export class Suggestions {
  #store;
  #box;
  #commands;
  #onCommand;
  #list;
  #asked = 0;

  /** `commands()` resolves to the commands offered here; `onCommand(command)` begins the one chosen. */
  constructor(store, box, commands, onCommand) {
    this.#store = store;
    this.#box = box;
    this.#commands = commands;
    this.#onCommand = onCommand;
    this.#list = new Listbox(box, document.getElementById("suggestions"));
    box.addEventListener("input", () => this.#update());
    box.addEventListener("click", () => this.#update());
    box.addEventListener("blur", () => (this.#asked += 1));
  }

  /** Handles a key while the list is open; true when the key is used up. */
  key(event) {
    return this.#list.key(event);
  }

  close() {
    this.#asked += 1;
    this.#list.close();
  }

  #update() {
    this.#asked += 1;
    const slash = /^\/([^\n]{0,98})$/.exec(this.#box.value);
    if (slash) return this.#offerCommands(slash[1], this.#asked);
    const word = this.#word();
    if (!word) return this.#list.close();
    const typed = word[1].toLocaleLowerCase();
    const people = [...this.#store.people.values()].sort((a, b) => Number(b.bot ?? false) - Number(a.bot ?? false));
    const found = people.filter((person) => person.name.toLocaleLowerCase().startsWith(typed)).slice(0, PEOPLE);
    return this.#list.show(found, "People to mention", personRow, (person) => this.#mention(person));
  }

  #word() {
    return /(?:^|[\s(])@([\p{L}\p{N}_]{0,30})$/u.exec(this.#box.value.slice(0, this.#box.selectionStart));
  }

  #mention(person) {
    const word = this.#word();
    if (!word) return;
    const end = this.#box.selectionStart;
    this.#box.setRangeText(`@${person.name} `, end - word[1].length - 1, end, "end");
    this.#box.dispatchEvent(new Event("input"));
    this.#list.close();
  }

  async #offerCommands(typed, asked) {
    const commands = slashCommands(await this.#commands());
    if (asked !== this.#asked) return; // more was typed, or one has gone elsewhere
    // A whole name and a space begin the command, as on Discord; of "watchlist " and "watchlist add " only the latter is whole.
    const whole = commands.find((command) => typed === `${command.name} `);
    if (whole) return this.#begin(whole);
    const words = typed.trim().toLocaleLowerCase();
    const starting = commands.filter((command) => command.name.startsWith(words));
    const others = commands.filter((command) => !starting.includes(command) && command.name.includes(words));
    if (!commands.length) this.#list.say("No application offers a command here.");
    else this.#list.show([...starting, ...others], "Commands", (command) => this.#commandRow(command), (command) => this.#begin(command));
  }

  #begin(command) {
    this.close();
    this.#onCommand(command);
  }

  #commandRow(command) {
    return [
      avatar(this.#store.bot, true),
      h("span", { class: "command-about" },
        h("span", { class: "command-line" },
          h("strong", {}, `/${command.name}`),
          command.options.map((option) => [" ", h("span", { class: `option-mark${option.required ? " needed" : ""}` }, option.name, option.required && h("span", { class: "visually-hidden" }, " (required)"))])),
        h("span", { class: "command-description" }, command.description)),
    ];
  }
}

function personRow(person) {
  return [avatar(person, true), h("span", { class: "name" }, person.name), person.bot && h("span", { class: "badge bot" }, "bot"), person.moderator && h("span", { class: "badge" }, person.role ?? "moderator")];
}
