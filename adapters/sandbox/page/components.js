// What a message holds beside its text: Discord's components, embeds and files, as DOM nodes. All texts and names are text nodes;
// nothing is loaded but the sandbox's own files, and only http and https addresses become links.
import { h, icon } from "./dom.js";
import { link, markdown } from "./markdown.js";
import { hidden } from "./spoiler.js";
import { selectMenu } from "./select_menu.js";

const STYLES = { 1: "main", 2: "plain", 3: "good", 4: "bad" };
const LINK = 5;
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

export class Components {
  #store;
  #actions;
  #builders;

  /** `actions.click(message, customId)` and `actions.select(message, customId, values)` do what is clicked and chosen. */
  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.#builders = {
      1: (part, message) => h("div", { class: "buttons" }, this.#many(part.components, message)),
      2: (part, message) => this.#button(part, message),
      3: (part, message) => selectMenu(part, (values) => this.#actions.select(message, part.custom_id, values)),
      9: (part, message) => h("div", { class: "section" }, h("div", { class: "section-text" }, this.#many(part.components, message)), h("div", { class: "accessory" }, this.#many([part.accessory], message))),
      10: (part) => h("div", { class: "text" }, markdown(part.content, this.#store.names)),
      11: (part) => picture(part.media.url, part.description, part.spoiler),
      12: (part) => h("div", { class: "gallery" }, part.items.map((item) => picture(item.media.url, item.description, item.spoiler))),
      14: (part) => h("hr", { class: `separator${part.spacing === 2 ? " large" : ""}${part.divider === false ? " blank" : ""}` }),
      17: (part, message) => this.#container(part, message),
    };
  }

  /** Everything of `message` below its text. */
  of(message) {
    return [
      ...(message.embeds ?? []).map((embed) => this.#embed(embed)),
      ...(message.attachments ?? []).map((file) => attachment(file)),
      ...this.#many(message.components ?? [], message),
    ];
  }

  #many(parts, message) {
    return parts.map((part) => this.#builders[part?.type]?.(part, message) ?? h("p", { class: "subtext" }, "(something that this page does not show)"));
  }

  #container(part, message) {
    const accent = colour(part.accent_color);
    const box = h("div", { class: `box${accent ? " accented" : ""}`, role: "group", style: accent ? { "--accent": accent } : undefined }, this.#many(part.components, message));
    return part.spoiler ? hidden(box, "box") : box;
  }

  #button(part, message) {
    const words = [part.emoji?.name && h("span", { class: "emoji" }, part.emoji.name), part.label && h("span", {}, part.label)];
    if (part.style === LINK) {
      const outside = isWeb(part.url) && !part.disabled;
      const props = outside ? { href: part.url, target: "_blank", rel: "noopener noreferrer nofollow", title: part.url } : { "aria-disabled": "true" };
      return h(outside ? "a" : "span", { class: "component-button plain", ...props }, words, icon("outside"));
    }
    const press = (event) => event.currentTarget.getAttribute("aria-busy") !== "true" && this.#actions.click(message, part.custom_id);
    return h("button", { type: "button", class: `component-button ${STYLES[part.style] ?? "plain"}`, disabled: part.disabled, data: { custom: part.custom_id }, on: { click: press } }, words);
  }

  #embed(embed) {
    const accent = colour(embed.color);
    const { names } = this.#store;
    const heading = embed.title && (isWeb(embed.url) ? link(embed.url, [embed.title]) : embed.title);
    return h("article", { class: "box embed accented", style: accent ? { "--accent": accent } : undefined },
      embed.thumbnail && h("div", { class: "accessory" }, picture(embed.thumbnail.url, embed.thumbnail.description)),
      embed.author && h("p", { class: "subtext" }, embed.author.name),
      heading && h("p", { class: "heading level-2" }, heading),
      embed.description && h("div", { class: "text" }, markdown(embed.description, names)),
      (embed.fields ?? []).map((field) => h("div", { class: "embed-field" }, h("p", { class: "heading" }, field.name), markdown(field.value, names))),
      embed.image && h("div", { class: "gallery" }, picture(embed.image.url, embed.image.description)),
      embed.footer && h("p", { class: "subtext" }, embed.footer.text));
  }
}

/** Shows on the buttons and menus of `slot` which of them wait for an answer. */
export function markBusy(slot, customIds) {
  for (const control of slot.querySelectorAll("[data-custom]")) {
    const busy = customIds.includes(control.dataset.custom);
    if (busy === (control.getAttribute("aria-busy") === "true")) continue;
    control.setAttribute("aria-busy", String(busy));
  }
}

function attachment(file) {
  const secret = file.filename.startsWith("SPOILER_");
  if (file.content_type?.startsWith("image/")) return h("div", { class: "gallery" }, picture(file.url, file.description ?? file.filename, secret));
  const address = ownFile(file.url);
  const name = address ? h("a", { href: address, download: file.filename }, file.filename) : h("span", {}, file.filename);
  const card = h("div", { class: "file" }, icon("file"), h("div", {}, name, h("p", { class: "subtext" }, size(file.size))));
  return secret ? hidden(card, "file") : card;
}

/** An image, or in its place its description: addresses outside are never asked, and a file may be gone. */
export function picture(url, description, secret = false) {
  const address = ownFile(url);
  const words = description || "A picture without a description";
  const instead = () => h("span", { class: "no-picture", role: "img", "aria-label": words, title: address ? "The picture cannot be had" : `${url}: not loaded, this page asks nobody outside` }, icon("film"), h("span", { "aria-hidden": "true" }, words));
  if (!address) return secret ? hidden(instead(), "picture") : instead();
  const image = h("img", { class: "picture", src: address, alt: description ?? "", loading: "lazy", on: { error: () => image.replaceWith(instead()) } });
  return secret ? hidden(image, "picture") : image;
}

// Files of the sandbox's messages lie on this server, by whichever of its names the page was opened.
function ownFile(address) {
  const url = parsed(address);
  return url && LOOPBACK.includes(url.hostname) && url.pathname.startsWith("/attachments/") ? url.pathname : null;
}

const isWeb = (address) => ["http:", "https:"].includes(parsed(address)?.protocol);

function parsed(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

const colour = (number) => (Number.isInteger(number) ? `#${number.toString(16).padStart(6, "0")}` : null);

function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
