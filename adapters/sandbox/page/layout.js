// Columns, drawers on narrow windows, and the tabs of the side panel.
import { icon } from "./dom.js";

const DRAWERS = { sidebar: "open-sidebar", panel: "open-panel" };

export class Layout {
  #app = document.getElementById("app");

  constructor() {
    document.getElementById("open-sidebar").append(icon("menu"));
    document.getElementById("open-panel").append(icon("panel"), "Run");
    document.getElementById("close-panel").append(icon("close"));
    document.querySelector(".send").append(icon("send"));
    for (const [drawer, button] of Object.entries(DRAWERS)) document.getElementById(button).addEventListener("click", () => this.#toggle(drawer));
    document.getElementById("close-panel").addEventListener("click", () => this.closeDrawers());
    document.getElementById("scrim").addEventListener("click", () => this.closeDrawers());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#app.dataset.drawer && this.closeDrawers());
    this.#tabs();
  }

  closeDrawers() {
    const open = this.#app.dataset.drawer;
    if (!open) return;
    delete this.#app.dataset.drawer;
    const button = document.getElementById(DRAWERS[open]);
    button.setAttribute("aria-expanded", "false");
    if (document.getElementById(open).contains(document.activeElement)) button.focus();
  }

  #toggle(drawer) {
    const was = this.#app.dataset.drawer;
    this.closeDrawers();
    if (was === drawer) return;
    this.#app.dataset.drawer = drawer;
    document.getElementById(DRAWERS[drawer]).setAttribute("aria-expanded", "true");
    document.getElementById(drawer).querySelector('[aria-current="page"], [aria-selected="true"], button')?.focus();
  }

  #tabs() {
    const tabs = [...document.querySelectorAll('[role="tab"]')];
    const select = (tab) => {
      for (const other of tabs) {
        const chosen = other === tab;
        other.setAttribute("aria-selected", String(chosen));
        other.tabIndex = chosen ? 0 : -1;
        document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
      }
    };
    tabs.forEach((tab, at) => {
      tab.addEventListener("click", () => select(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(at + step + tabs.length) % tabs.length];
        select(next);
        next.focus();
      });
    });
  }
}
