// The small palette of reactions. Opens beside the button that asked for it; Escape and a click elsewhere close it.
import { h } from "./dom.js";

export const REACTIONS = [
  ["🛑", "stop"], ["👍", "thumbs up"], ["👎", "thumbs down"], ["❓", "question"], ["❤️", "heart"],
  ["😂", "joy"], ["🎬", "clapper"], ["🍿", "popcorn"], ["👀", "eyes"], ["✅", "check"],
];

const COLUMNS = 5;
let open = null;

/** Shows the palette beside `anchor`; calls `onPick(emoji)` once, or never. */
export function pickReaction(anchor, onPick) {
  closePicker();
  const message = anchor.closest(".message"); // keeps its toolbar in view: a hidden button cannot take the focus back
  message?.classList.add("busy");
  const palette = h("div", { class: "picker", role: "dialog", "aria-label": "Pick a reaction" });
  const close = (back) => {
    palette.remove();
    document.removeEventListener("pointerdown", outside, true);
    open = null;
    if (back) anchor.focus();
    message?.classList.remove("busy");
  };
  const outside = (event) => palette.contains(event.target) || close(false);
  for (const [emoji, name] of REACTIONS) {
    const choose = () => (close(true), onPick(emoji));
    palette.append(h("button", { type: "button", "aria-label": name, title: name, on: { click: choose } }, emoji));
  }
  palette.addEventListener("keydown", (event) => move(palette, event, close));
  document.addEventListener("pointerdown", outside, true);
  document.body.append(palette);
  place(palette, anchor);
  palette.firstChild.focus();
  open = close;
}

export function closePicker() {
  open?.(false);
}

function place(palette, anchor) {
  const box = anchor.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.right - palette.offsetWidth, innerWidth - palette.offsetWidth - 8));
  const above = box.top - palette.offsetHeight - 6;
  palette.style.left = `${left}px`;
  palette.style.top = `${above > 8 ? above : Math.min(box.bottom + 6, innerHeight - palette.offsetHeight - 8)}px`;
}

function move(palette, event, close) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
  if (event.key === "Escape") close(true);
  else if (event.key === "Tab") close(true);
  else if (step) {
    const buttons = [...palette.children];
    buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
