// A slash command being filled in, in place of the message box: one field an option, what is required first.
import { completed } from "./completion.js";
import { announce, h, iconButton } from "./dom.js";

const [INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER] = [4, 5, 6, 7, 8, 9, 10]; // Discord's option types

export class CommandForm {
  #store;
  #actions;
  #root = document.getElementById("command");
  #typed = new Map(); // command name → option name → what stands in its field; kept until the command was given
  #fields = new Map();
  #command = null;

  /** `actions.give(name, options)` resolves true when the command was given, `actions.suggest(name, option, typed, others)` to
   * choices or null, `actions.say(text, isError)` shows a hint, `actions.leave()` is called when the box comes back. */
  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.#root.addEventListener("keydown", (event) => this.#keys(event));
  }

  get active() {
    return this.#command !== null;
  }

  /** Begins a command. */
  open(command) {
    this.#command = command;
    this.#fields.clear();
    if (!this.#typed.has(command.name)) this.#typed.set(command.name, new Map());
    this.#root.hidden = false;
    this.#root.setAttribute("aria-label", `/${command.name}`);
    const values = this.#typed.get(command.name);
    const [first, later] = [[], []];
    for (const option of command.options) (option.required || values.has(option.name) ? first : later).push(option);
    const more = later.map((option) => h("button", { type: "button", class: "option-more", title: option.description, on: { click: (event) => this.#add(option, event.currentTarget) } }, `+ ${option.name}`));
    this.#root.replaceChildren(
      h("span", { class: "command-name", tabindex: first.length ? null : 0 }, `/${command.name}`),
      ...first.map((option) => this.#field(option)), ...more,
      iconButton("close", `Leave /${command.name}`, () => this.close(), { class: "icon-button command-leave" }));
    this.focus();
    if (!first.length) this.#actions.say(`${command.description} Enter gives the command.`);
  }

  focus() {
    this.#first()?.focus();
  }

  /** Leaves the command; what was filled in comes back when it is chosen again. */
  close() {
    this.#command = null;
    this.#root.hidden = true;
    this.#root.replaceChildren();
    this.#actions.leave();
  }

  /** Gives the command, or says which option is missing or does not fit. */
  async give() {
    const command = this.#command;
    const options = {};
    for (const [name, field] of this.#fields) {
      const { value, wrong } = field.read();
      field.control.setAttribute("aria-invalid", String(Boolean(wrong)));
      if (wrong) {
        field.control.focus();
        announce(`${name}: ${wrong}`);
        return this.#actions.say(`${name}: ${wrong}`, true);
      }
      if (value !== undefined) options[name] = value;
    }
    if (!(await this.#actions.give(command.name, options))) return undefined;
    this.#typed.delete(command.name);
    if (this.#command === command) this.close();
    return undefined;
  }

  #add(option, button) {
    const field = this.#field(option);
    button.replaceWith(field);
    field.querySelector("input, select").focus();
  }

  #field(option) {
    const values = this.#typed.get(this.#command.name);
    const choices = this.#choices(option);
    const field = choices ? chooser(option, choices, values) : this.#writer(option, values);
    this.#fields.set(option.name, field);
    field.control.addEventListener("focus", () => this.#actions.say(option.description));
    field.control.setAttribute("aria-describedby", "hint");
    if (option.required) field.control.setAttribute("aria-required", "true");
    return h("span", { class: "option" }, h("label", { class: "option-name", for: field.control.id }, option.name, option.required && h("span", { class: "needed-mark", "aria-hidden": "true" }, "*")), field.control, field.list);
  }

  // A list of suggestions takes its keys first.
  #keys(event) {
    if (event.defaultPrevented || event.isComposing || (event.key !== "Escape" && event.target.closest("button"))) return;
    const emptyField = event.target.value === "" || event.target.classList.contains("command-name");
    if (event.key === "Enter") this.give();
    else if (event.key === "Escape" || (event.key === "Backspace" && emptyField && event.target === this.#first())) this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #first = () => this.#root.querySelector("input, select") ?? this.#root.querySelector(".command-name");

  // What can only be chosen, as [value, words]; null for what is written.
  #choices(option) {
    const named = (list) => list.map((one) => [one.id, one.name]);
    if (option.choices) return option.choices.map((choice) => [choice.value, choice.name]);
    switch (option.type) {
      case BOOLEAN:
        return [[true, "yes"], [false, "no"]];
      case USER:
        return named([...this.#store.people.values()]);
      case CHANNEL:
        return this.#store.textChannels().map((channel) => [channel.id, `#${channel.name}`]);
      case ROLE:
        return named([...this.#store.roles.values()]);
      case MENTIONABLE:
        return named([...this.#store.people.values(), ...this.#store.roles.values()]);
      default:
        return null;
    }
  }

  #writer(option, values) {
    const numeric = [INTEGER, NUMBER].includes(option.type);
    const control = h("input", { type: "text", id: `option-${option.name}`, class: "option-input", autocomplete: "off", maxlength: option.max_length ?? 6000, inputmode: numeric ? "numeric" : null });
    const kept = values.get(option.name) ?? { text: "" };
    control.value = kept.text;
    let chosen = kept.chosen; // a suggestion that was taken: its name stands in the field, its value is sent
    const keep = () => values.set(option.name, { text: control.value, chosen });
    control.addEventListener("input", () => ((chosen = undefined), keep()));
    const take = (choice) => {
      control.value = choice.name;
      chosen = choice;
      keep();
    };
    const ask = (typed) => this.#actions.suggest(this.#command.name, option.name, typed, this.#others(option.name));
    const list = option.autocomplete && completed(control, `choices-${option.name}`, option.description, ask, take);
    const read = () => (chosen && chosen.name === control.value ? { value: chosen.value } : written(option, control.value.trim()));
    return { control, list, read };
  }

  #others(name) {
    const read = [...this.#fields].filter(([other]) => other !== name).map(([other, field]) => [other, field.read().value]);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }
}

function chooser(option, choices, values) {
  const entries = choices.map(([, words], at) => h("option", { value: String(at) }, words));
  const control = h("select", { id: `option-${option.name}`, class: "option-input" }, h("option", { value: "" }, option.required ? "choose" : "(none)"), entries);
  control.value = values.get(option.name)?.text ?? "";
  control.addEventListener("input", () => values.set(option.name, { text: control.value }));
  const read = () => {
    if (control.value !== "") return { value: choices[Number(control.value)][0] };
    return option.required ? { wrong: "choose one, it is required." } : {};
  };
  return { control, list: null, read };
}

function written(option, text) {
  if (!text) return option.required ? { wrong: "write something, it is required." } : {};
  if (option.type === INTEGER && !/^-?\d{1,15}$/.test(text)) return { wrong: "write a whole number." };
  if (option.type === NUMBER && !Number.isFinite(Number(text))) return { wrong: "write a number." };
  if (![INTEGER, NUMBER].includes(option.type)) return { value: text };
  const number = Number(text);
  const [least, most] = [option.min_value ?? -Infinity, option.max_value ?? Infinity];
  return number < least || number > most ? { wrong: `write a number from ${least} to ${most}.` } : { value: number };
}
