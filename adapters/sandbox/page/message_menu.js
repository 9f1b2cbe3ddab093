// A message's menu: the applications' commands for messages.
import { h, icon } from "./dom.js";
import { moveFocus, openPopup } from "./popup.js";

const ON_MESSAGE = 3; // Discord's number for commands in a message's menu

// Slack names a shortcut by its callback id.
const titled = (name) => (name.includes("_") ? name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ") : name);

/** Opens the menu beside `anchor` once `commands` (a promise) is known; `onUse(name)` is called for the one chosen, or never. */
export async function openMessageMenu(anchor, commands, onUse) {
  const names = (await commands).filter((command) => command.type === ON_MESSAGE).map((command) => command.name);
  if (!anchor.isConnected) return;
  const items = names.map((name) =>
    h("button", { type: "button", role: "menuitem", class: "menu-item", tabindex: -1, on: { click: () => (close(true), onUse(name)) } }, icon("slash"), h("span", {}, titled(name))),
  );
  const none = h("p", { class: "menu-none", role: "menuitem", "aria-disabled": "true", tabindex: -1 }, "No application offers anything here.");
  const shown = items.length ? items : [none];
  const menu = h("div", { class: "popup menu", role: "menu", "aria-label": "Apps" }, h("p", { class: "menu-title", "aria-hidden": "true" }, "Apps"), shown);
  menu.addEventListener("keydown", (event) => moveFocus(shown, event));
  const close = openPopup(anchor, menu);
  shown[0].focus();
}
