// A text field whose choices the app looks for while one types.
import { h } from "./dom.js";
import { Listbox } from "./listbox.js";

const PAUSE = 150; // milliseconds without a key before the app is asked what fits

/** Gives `control` a list of choices, which is returned to be placed beside it. `ask(typed)` resolves to choices with a `name`, or
 * to null when none could be had; `take(choice)` is called with the one taken. */
export function completed(control, id, label, ask, take) {
  const list = h("ul", { class: "suggestions choices", id, role: "listbox", hidden: true });
  const listbox = new Listbox(control, list);
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["aria-expanded", "false"]]) control.setAttribute(name, value);
  let asked = 0;
  const look = async () => {
    asked += 1;
    const now = asked;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (now !== asked || document.activeElement !== control) return;
    const choices = await ask(control.value);
    if (now !== asked || document.activeElement !== control) return;
    if (!choices) listbox.say("The application did not respond: go on typing to ask again.");
    else if (!choices.length) listbox.say("Nothing fits: go on typing.");
    else listbox.show(choices, label, (choice) => h("span", {}, choice.name), take);
  };
  control.addEventListener("input", look);
  control.addEventListener("focus", look);
  control.addEventListener("blur", () => (asked += 1));
  control.addEventListener("keydown", (event) => listbox.key(event) && (asked += 1));
  return list;
}
