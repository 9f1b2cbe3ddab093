// The small palette of reactions.
import { h } from "./dom.js";
import { moveFocus, openPopup } from "./popup.js";

export const REACTIONS = [
  ["🛑", "stop"], ["👍", "thumbs up"], ["👎", "thumbs down"], ["❓", "question"], ["❤️", "heart"],
  ["😂", "joy"], ["🎬", "clapper"], ["🍿", "popcorn"], ["👀", "eyes"], ["✅", "check"],
];

const COLUMNS = 5;

/** Shows the palette beside `anchor`; calls `onPick(emoji)` once, or never. */
export function pickReaction(anchor, onPick) {
  const buttons = REACTIONS.map(([emoji, name]) =>
    h("button", { type: "button", "aria-label": name, title: name, on: { click: () => (close(true), onPick(emoji)) } }, emoji),
  );
  const palette = h("div", { class: "popup picker", role: "dialog", "aria-label": "Pick a reaction" }, buttons);
  palette.addEventListener("keydown", (event) => moveFocus(buttons, event, COLUMNS));
  const close = openPopup(anchor, palette);
  buttons[0].focus();
}
