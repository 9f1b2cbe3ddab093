// What opens beside a button and closes again: by Escape or Tab (the focus goes back), or by a click elsewhere. One at a time.

let open = null;

/** Shows `element` beside `anchor`; returns `close(back)`, which gives the focus back if `back`. `closed()` is called once. */
export function openPopup(anchor, element, closed = () => {}) {
  closePopup();
  const message = anchor.closest(".message"); // keeps its toolbar in view: a hidden button cannot take the focus back
  message?.classList.add("busy");
  const close = (back) => {
    if (open !== close) return;
    open = null;
    element.remove();
    document.removeEventListener("pointerdown", outside, true);
    anchor.setAttribute("aria-expanded", "false");
    if (back) anchor.focus();
    message?.classList.remove("busy");
    closed();
  };
  const outside = (event) => element.contains(event.target) || anchor.contains(event.target) || close(false);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    close(true);
  });
  document.addEventListener("pointerdown", outside, true);
  document.body.append(element);
  anchor.setAttribute("aria-expanded", "true");
  place(element, anchor);
  open = close;
  return close;
}

/** Closes whatever is open, without moving the focus. */
export function closePopup() {
  open?.(false);
}

/** Moves the focus among `items` by an arrow key, in rows of `columns`; Home and End too. */
export function moveFocus(items, event, columns = 1) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  const at = items.indexOf(document.activeElement);
  const goal = { Home: 0, End: items.length - 1 }[event.key] ?? (step && (at + step + items.length) % items.length);
  if (goal === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items[goal]?.focus();
}

function place(element, anchor) {
  const box = anchor.getBoundingClientRect();
  const [width, height] = [element.offsetWidth, element.offsetHeight];
  const from = element.classList.contains("from-left") ? box.left : box.right - width;
  const above = box.top - height - 6;
  element.style.left = `${Math.max(8, Math.min(from, innerWidth - width - 8))}px`;
  element.style.top = `${above > 8 ? above : Math.max(8, Math.min(box.bottom + 6, innerHeight - height - 8))}px`;
}
