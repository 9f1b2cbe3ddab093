// Spoiler marks: what lies under one is neither read nor reached until a click, Enter or the space bar takes it away.
import { h } from "./dom.js";

/** `content` under a mark; `what` is it called: text, picture, box, file. */
export function hidden(content, what) {
  const inner = h("span", { class: "spoiler-inner" }, content);
  inner.inert = true;
  const cover = h(what === "text" ? "span" : "div", { class: `spoiler ${what}`, role: "button", tabindex: 0, "aria-label": `Spoiler, hidden ${what}: reveal it`, title: "Spoiler: click to reveal" }, inner);
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    for (const name of ["role", "aria-label", "title"]) cover.removeAttribute(name);
    cover.tabIndex = -1; // stays in focus, so that a screen reader goes on here
    cover.classList.add("revealed");
    inner.inert = false;
    cover.removeEventListener("click", reveal);
    cover.removeEventListener("keydown", reveal);
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", reveal);
  return cover;
}
