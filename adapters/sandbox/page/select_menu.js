// A message's select menu: a button that opens its options. One choice is sent at once, several when the list closes.
import { h, icon } from "./dom.js";
import { moveFocus, openPopup } from "./popup.js";

/** `part` is Discord's string select; `onChoose(values)` is called with what was chosen. */
export function selectMenu(part, onChoose) {
  const chosen = part.options.filter((option) => option.default);
  const label = chosen.length ? chosen.map((option) => option.label).join(", ") : (part.placeholder ?? "Make a selection");
  const button = h(
    "button",
    {
      type: "button", class: "select", disabled: part.disabled, role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
      "aria-label": part.placeholder && chosen.length ? `${part.placeholder}: ${label}` : label, data: { custom: part.custom_id },
      on: { click: () => toggle(button, part, chosen, onChoose), keydown: (event) => event.key === "ArrowDown" && (event.preventDefault(), toggle(button, part, chosen, onChoose)) },
    },
    h("span", { class: `select-label${chosen.length ? "" : " prompt-text"}` }, label),
    icon("down"),
  );
  return button;
}

function toggle(button, part, chosen, onChoose) {
  if (button.getAttribute("aria-expanded") === "true") return shut(true);
  if (button.getAttribute("aria-busy") === "true") return undefined;
  const several = part.max_values > 1;
  const values = new Set(chosen.map((option) => option.value));
  const options = part.options.map((option) => row(option, values.has(option.value), () => pick(option.value)));
  const note = several && h("p", { class: "menu-title" }, `Choose ${part.min_values === part.max_values ? part.max_values : `${part.min_values} to ${part.max_values}`}, then Escape or a click elsewhere`);
  const list = h("div", { class: "popup options from-left", role: "listbox", "aria-label": part.placeholder ?? "Options", "aria-multiselectable": several ? "true" : null }, note, options);
  const pick = (value) => {
    if (!several) {
      close(true);
      return onChoose([value]);
    }
    if (values.has(value)) values.delete(value);
    else if (values.size < part.max_values) values.add(value);
    return options.forEach((item) => item.setAttribute("aria-selected", String(values.has(item.dataset.value))));
  };
  const before = [...values].sort().join("\n");
  const done = () => several && values.size >= part.min_values && [...values].sort().join("\n") !== before && onChoose([...values]);
  list.addEventListener("keydown", (event) => moveFocus(options, event));
  list.style.setProperty("--width", `${button.offsetWidth}px`);
  const close = (shut = openPopup(button, list, done));
  (options.find((item) => item.getAttribute("aria-selected") === "true") ?? options[0]).focus();
  return undefined;
}

let shut = () => {}; // closes the list that was opened last

function row(option, selected, pick) {
  return h("button", { type: "button", role: "option", class: "menu-item option-row", tabindex: -1, "aria-selected": String(selected), data: { value: option.value }, on: { click: pick } },
    option.emoji?.name && h("span", { class: "emoji" }, option.emoji.name),
    h("span", { class: "option-words" }, h("span", {}, option.label), option.description && h("span", { class: "option-description" }, option.description)),
    h("span", { class: "tick", "aria-hidden": "true" }, icon("check")));
}
