// The "Wire" tab: every REST call of the bot and what happens on its gateway connection.
import { h } from "./dom.js";

export class WirePanel {
  #store;
  #body = document.getElementById("wire");
  #rows = h("tbody", {});
  #summary = h("p", { class: "wire-summary" });
  #empty = h("p", { class: "empty" }, "Nothing on the wire yet: the bot has not called.");
  #only = h("input", { type: "checkbox", on: { change: () => this.render(true) } });
  #cleared = 0;
  #table;
  #drawn = new WeakSet();
  #list = null; // the store's list that the rows were drawn from; a new snapshot brings a new one

  constructor(store) {
    this.#store = store;
    const heads = ["Time", "Call", "Status", "ms", "Left"].map((name) => h("th", { scope: "col", title: name === "Left" ? "Calls left in the rate-limit window" : null }, name));
    this.#table = h("table", { class: "wire-table" }, h("caption", { class: "visually-hidden" }, "Calls and gateway happenings, newest first"), h("thead", {}, h("tr", {}, heads)), this.#rows);
    this.#body.append(
      h("div", { class: "wire-tools" },
        this.#summary,
        h("label", { class: "check" }, this.#only, "only trouble"),
        h("button", { type: "button", class: "button small quiet", on: { click: () => this.#clear() } }, "Clear")),
      this.#empty,
      this.#table,
    );
  }

  /** Adds what is new; `anew` draws the whole list again. */
  render(anew = false) {
    const entries = this.#store.wire.slice(this.#store.wire.indexOf(this.#cleared) + 1);
    if (anew || this.#list !== this.#store.wire) {
      this.#rows.replaceChildren();
      this.#drawn = new WeakSet();
    }
    this.#list = this.#store.wire;
    for (const entry of entries) {
      if (this.#drawn.has(entry)) continue;
      this.#drawn.add(entry);
      if (!this.#only.checked || isTrouble(entry)) this.#rows.prepend(this.#row(entry));
    }
    while (this.#rows.childElementCount > entries.length) this.#rows.lastElementChild.remove();
    const calls = entries.filter((entry) => entry.kind === "rest");
    const limited = calls.filter((entry) => entry.status === 429).length;
    this.#summary.replaceChildren(`${calls.length} calls · `, h("span", { class: limited ? "warn" : "" }, `${limited} × 429`));
    this.#empty.hidden = entries.length > 0;
    this.#table.hidden = entries.length === 0;
  }

  #clear() {
    this.#cleared = this.#store.wire.at(-1) ?? this.#cleared;
    this.render(true);
  }

  #row(entry) {
    const rest = entry.kind === "rest";
    const call = rest
      ? [h("span", { class: `method ${entry.method.toLowerCase()}` }, entry.method), " ", h("span", { class: "path" }, breakable(shortPath(entry.path)))]
      : [h("span", { class: "method gateway" }, entry.gateway ?? "GATEWAY"), " ", h("span", { class: "path" }, gatewayText(entry))];
    const status = entry.status ? h("span", { class: `status s${Math.floor(entry.status / 100)}${entry.status === 429 ? " limited" : ""}` }, String(entry.status)) : "";
    return h(
      "tr",
      { class: `${entry.status === 429 ? "limited" : ""}${rest ? "" : " gateway"}`, title: rest ? `${entry.method} ${entry.path}` : gatewayText(entry) },
      h("td", {}, time(entry.ts)),
      h("td", { class: "call" }, ...call, said(entry)),
      h("td", {}, status),
      h("td", { class: "number" }, entry.ms === undefined || entry.ms === null ? "" : String(Math.round(entry.ms))),
      h("td", { class: "number" }, entry.remaining ?? ""),
    );
  }
}

const isTrouble = (entry) => (entry.kind === "rest" ? entry.status >= 400 || !entry.status || Boolean(entry.error) : /close|disconnect|reset|reconnect|resume|invalid/i.test(gatewayText(entry)));

// What was sent, or how long to wait, in a second line.
function said(entry) {
  if (entry.kind !== "rest") return null;
  if (entry.status === 429) return h("span", { class: "said warn" }, entry.retry_after ? `wait ${entry.retry_after} s` : "wait");
  if (!entry.status) return h("span", { class: "said bad" }, "no answer");
  const text = entry.error ?? entry.text;
  return text ? h("span", { class: entry.error ? "said bad" : "said" }, text) : null;
}

const gatewayText = (entry) => [entry.what, typeof entry.detail === "string" ? entry.detail : entry.detail && JSON.stringify(entry.detail)].filter(Boolean).join(" · ");

const time = (seconds) => new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** Long ids say nothing in a narrow column: their last four digits tell them apart. */
export const shortPath = (path) => decodeURIComponentSafely(path.replace(/^\/api\/v\d+/, "")).replace(/\d{15,}/g, (id) => `…${id.slice(-4)}`);

// A path may be broken after a slash, never inside an id.
const breakable = (path) => path.split(/(?<=\/)/).flatMap((part) => [h("span", { class: "path-part" }, part), document.createElement("wbr")]);

function decodeURIComponentSafely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
