// The dialog for a form (modal) that a click or command opened. What was typed is kept until it was sent.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";

const [ROW, SELECT, TEXT_INPUT, TEXT, LABEL] = [1, 3, 4, 10, 18];
const LONG = 2; // style of a text input with several lines

export class FormDialog {
  #store;
  #send;
  #closed;
  #dialog = document.getElementById("form");
  #drafts = new Map();
  #shown = new Set();

  /** `send(interactionId, answers)` resolves to null when all is well, else to a sentence that says why not; `closed(interactionId)` is called when it was
   * closed unsent. */
  constructor(store, send, closed = () => {}) {
    this.#store = store;
    this.#send = send;
    this.#closed = closed;
  }

  /** Opens the form of an interaction, once. */
  open(interaction) {
    if (this.#shown.has(interaction.id) || this.#dialog.open) return;
    this.#shown.add(interaction.id);
    const { form } = interaction;
    const key = `${this.#store.me} ${form.custom_id}`;
    const draft = this.#drafts.get(key) ?? {};
    this.#drafts.set(key, draft);
    const fields = form.components.map((part, at) => this.#part(part, at, draft));
    const error = h("p", { class: "form-error", role: "alert" });
    const submit = h("button", { class: "button primary" }, form.submit ?? "Submit");
    const body = h("form", {}, h("h2", { id: "form-title" }, form.title), fields, error,
      h("div", { class: "dialog-actions" }, h("button", { type: "button", class: "button quiet", on: { click: () => this.#dialog.close() } }, form.cancel ?? "Cancel"), submit));
    let sent = false;
    this.#dialog.addEventListener("close", () => sent || this.#closed(interaction.id), { once: true });
    body.addEventListener("submit", async (event) => {
      event.preventDefault();
      submit.disabled = true;
      const answers = Object.fromEntries([...body.querySelectorAll("[name]")].map((field) => [field.name, field.value]));
      const wrong = await this.#send(interaction.id, answers);
      submit.disabled = false;
      error.textContent = wrong ?? "";
      if (wrong) return;
      sent = true;
      this.#drafts.delete(key);
      this.#dialog.close();
    });
    this.#dialog.replaceChildren(body);
    this.#dialog.showModal();
    body.querySelector("[name]")?.focus();
  }

  #part(part, at, draft) {
    if (part.type === TEXT) return h("div", { class: "content" }, markdown(part.content, this.#store.names));
    const field = part.type === LABEL ? part.component : part.type === ROW ? part.components[0] : part;
    const id = `field-${at}`;
    const control = this.#control(field, { id, name: field.custom_id, required: field.required !== false, "aria-describedby": part.description ? `${id}-about` : null }, draft);
    return h("div", { class: "field" },
      h("label", { for: id }, part.label ?? field.label, field.required !== false && h("span", { class: "needed-mark", title: "required" }, " *")),
      part.description && h("p", { class: "subtext", id: `${id}-about` }, part.description),
      control);
  }

  #control(field, props, draft) {
    const control = field.type === SELECT ? select(field, props) : text(field, props);
    if (draft[props.name] !== undefined) control.value = draft[props.name];
    control.addEventListener("input", () => (draft[props.name] = control.value));
    return control;
  }
}

function text(field, props) {
  if (field.type !== TEXT_INPUT) return h("p", { class: "subtext" }, "(a field that this page does not show)");
  const common = { ...props, minlength: field.min_length, maxlength: field.max_length, placeholder: field.placeholder, autocomplete: "off" };
  const control = field.style === LONG ? h("textarea", { ...common, rows: 4 }) : h("input", { ...common, type: "text" });
  control.value = field.value ?? "";
  return control;
}

function select(field, props) {
  const none = h("option", { value: "" }, field.placeholder ?? "Choose one");
  const options = field.options.map((option) => h("option", { value: option.value, selected: option.default === true }, option.label));
  return h("select", props, none, options);
}
