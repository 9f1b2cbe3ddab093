// Building DOM nodes. Text only ever enters the page as text nodes: nothing here or elsewhere assigns HTML.

/** An element. `props`: `class`, `on` (listeners), `data`, `style` (custom properties), aria-* and other attributes. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, item] of Object.entries(value)) element.style.setProperty(key, item);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const PATHS = {
  hash: "M6 2 5 14M11 2l-1 12M2.5 5.5h11M2.5 10.5h11",
  thread: "M2.5 3h11M2.5 3v7.5h3v3l3-3h5V3",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  reply: "M6.5 3.5 2.5 7.5l4 4M2.5 7.5h6c3 0 5 1.5 5 5",
  edit: "m3 13 .6-3 7-7 2.4 2.4-7 7L3 13ZM9.2 4.4l2.4 2.4",
  trash: "M2.5 4.5h11M6 4.5V2.8h4v1.7M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4",
  home: "M2 7.5 8 2.5l6 5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4",
  stop: "M3.5 3.5h9v9h-9z",
  smile: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5.6 6v1M10.4 6v1M5.2 9.6c1.5 1.9 4.1 1.9 5.6 0",
  send: "M2 8h6M2 2.5 14 8 2 13.5 3.5 8 2 2.5Z",
  menu: "M2 4h12M2 8h12M2 12h12",
  panel: "M2 2.5h12v11H2zM10 2.5v11",
  close: "m4 4 8 8M12 4l-8 8",
  back: "M10 3 5 8l5 5",
  check: "m3 8.5 3.2 3.2L13 5",
  unplug: "m2 14 3-3M9 2.5 6.5 5M13.5 7 11 9.5M4.5 6.5l5 5-1.7 1.7a3.2 3.2 0 0 1-4.6 0l-.4-.4a3.2 3.2 0 0 1 0-4.6l1.7-1.7ZM6.5 4.5l5 5 1.7-1.7a3.2 3.2 0 0 0 0-4.6l-.4-.4a3.2 3.2 0 0 0-4.6 0L6.5 4.5Z",
  gauge: "M2 12a6 6 0 1 1 12 0M8 12l3-4",
  more: "M3 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2ZM8 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2ZM13 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2Z",
  outside: "M6 3H3v10h10v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
  warning: "M8 2 1.8 13.2h12.4L8 2ZM8 6.4v3.4M8 11.6v.1",
  film: "M2.5 3h11v10h-11zM5 3v10M11 3v10M2.5 6.3H5M2.5 9.7H5M11 6.3h2.5M11 9.7h2.5",
  file: "M4 2h5.5L12.5 5v9H4zM9.3 2v3.2h3.2",
  clock: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 4.6V8l2.4 1.5",
  down: "m4 6.5 4 4 4-4",
  slash: "M2.5 2.5h11v11h-11zM9.8 5 6.2 11",
  snail: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 4.5V8l2.5 1.8",
};

/** A line icon, hidden from assistive technology: its button carries the name. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon alone; `label` is its accessible name and tooltip. */
export function iconButton(name, label, onClick, props = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: onClick }, ...props }, icon(name));
}

/** Initials on the person's colour. */
export function avatar(person, small = false) {
  const name = person?.name ?? "?";
  const initials = name.split(/\s+/).map((word) => [...word][0] ?? "").join("").slice(0, 2).toUpperCase();
  return h("span", { class: `avatar hue-${person?.bot ? "bot" : hue(name)}${small ? " small" : ""}`, "aria-hidden": "true" }, initials);
}

/** One of six colours, the same for a name every time. */
export function hue(name) {
  return [...name].reduce((sum, character) => sum + character.codePointAt(0), 0) % 6;
}

const FOCUSABLE = "a, button, input, textarea, select, [tabindex]";
const keys = new WeakMap();

/** Replaces the children of `element` only when `key` differs from the last call's: no flicker. The focus stays at its place. */
export function renderOnce(element, key, build) {
  if (keys.get(element) === key) return;
  keys.set(element, key);
  const focused = element.contains(document.activeElement) ? [...element.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
  element.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  if (focused >= 0) element.querySelectorAll(FOCUSABLE)[focused]?.focus({ preventScroll: true });
}

/** Says `text` to screen readers without moving the focus. */
export function announce(text) {
  const region = document.getElementById("announcer");
  const line = h("p", {}, text);
  region.append(line);
  while (region.children.length > 5) region.firstChild.remove();
}
