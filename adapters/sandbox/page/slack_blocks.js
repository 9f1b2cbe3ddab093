// Slack's blocks as DOM nodes, made of the page's own parts. All texts are text nodes, and nothing outside is loaded.
import { completed } from "./completion.js";
import { picture } from "./components.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select_menu.js";
import { fromMrkdwn, withGlyphs } from "./slack_text.js";

const TONES = { primary: "good", danger: "bad" };
const STATES = { pending: "to come", in_progress: "under way", complete: "done", error: "failed" };

export class Blocks {
  #names;
  #actions;
  #blocks;
  #elements;

  /** `actions.click(message, element)` and `actions.select(message, element, values)`; `element` is `{block, action, value}`. */
  constructor(store, actions) {
    this.#names = store.names;
    this.#actions = actions;
    this.#blocks = {
      actions: (block, message) => h("div", { class: "buttons" }, this.#all(block, message)),
      context: (block) => h("div", { class: "context" }, block.elements.map((one) => (one.type === "image" ? picture(one.image_url, one.alt_text) : h("div", { class: "subtext" }, this.#text(one))))),
      context_actions: (block, message) => h("div", { class: "buttons" }, this.#all(block, message)),
      divider: () => h("hr", { class: "separator" }),
      header: (block) => h("p", { class: "heading level-2", role: "heading", "aria-level": 3 }, withGlyphs(block.text.text)),
      image: (block) => h("div", { class: "gallery" }, picture(block.image_url, block.alt_text)),
      markdown: (block) => h("div", { class: "text" }, markdown(withGlyphs(block.text), this.#names)),
      plan: (block) => h("p", { class: "heading level-3" }, block.title),
      rich_text: () => [],
      section: (block, message) => this.#section(block, message),
      task_card: (block) => h("p", { class: "task", data: { state: block.status ?? "pending" } }, h("span", { class: "task-mark", "aria-hidden": "true" }), h("span", {}, block.title), h("span", { class: "visually-hidden" }, ` (${STATES[block.status] ?? STATES.pending})`)),
    };
    this.#elements = {
      button: (element, block, message) => this.#button(element, block, message),
      feedback_buttons: (element, block, message) =>
        [element.positive_button, element.negative_button].map((one) => this.#press(one.text.text, "plain", block, element, one.value, message)),
      image: (element) => picture(element.image_url, element.alt_text),
      external_select: (element, block, message) => this.#typed(element, block, message),
      multi_static_select: (element, block, message) => this.#menu(element, block, message),
      static_select: (element, block, message) => this.#menu(element, block, message),
    };
  }

  /** Everything of `message` below its text. */
  of(message) {
    const files = (message.files ?? []).map((file) => h("div", { class: "file" }, icon("file"), h("span", {}, file.name)));
    return [...(message.components ?? []).flatMap((block) => this.#blocks[block.type]?.(block, message) ?? unknown()), ...files];
  }

  #text = (text) => (text.type === "plain_text" ? withGlyphs(text.text) : markdown(fromMrkdwn(text.text), this.#names));

  #all = (block, message) => block.elements.flatMap((element) => this.#element(element, block, message));

  #element = (element, block, message) => this.#elements[element.type]?.(element, block, message) ?? unknown();

  #section(block, message) {
    const words = [block.text && h("div", { class: "text" }, this.#text(block.text)), (block.fields ?? []).map((field) => h("div", { class: "text" }, this.#text(field)))];
    return h("div", { class: "section" }, h("div", { class: "section-text" }, words), block.accessory && h("div", { class: "accessory" }, this.#element(block.accessory, block, message)));
  }

  #button(element, block, message) {
    const words = element.text.text;
    if (!/^https?:/.test(element.url ?? "")) return this.#press(words, TONES[element.style] ?? "plain", block, element, element.value, message);
    const go = () => this.#click(block, element, element.value, message);
    return h("a", { class: "component-button plain", href: element.url, target: "_blank", rel: "noopener noreferrer nofollow", title: element.url, on: { click: go } }, h("span", {}, withGlyphs(words)), icon("outside"));
  }

  #press(words, tone, block, element, value, message) {
    const press = (event) => event.currentTarget.getAttribute("aria-busy") !== "true" && this.#click(block, element, value, message);
    return h("button", { type: "button", class: `component-button ${tone}`, data: { custom: customOf(block, element) }, on: { click: press } }, h("span", {}, withGlyphs(words)));
  }

  #click = (block, element, value, message) => this.#actions.click(message, { block: block.block_id, action: element.action_id, value });

  #menu(element, block, message) {
    const groups = element.option_groups?.flatMap((group) => group.options) ?? [];
    const chosen = [element.initial_option, ...(element.initial_options ?? [])].filter(Boolean).map((option) => option.value);
    const options = [...(element.options ?? []), ...groups].map((option) => ({
      label: withGlyphs(option.text.text), value: option.value, description: option.description?.text, default: chosen.includes(option.value),
    }));
    const several = element.type.startsWith("multi") ? (element.max_selected_items ?? options.length) : 1;
    const part = { options, placeholder: element.placeholder?.text, min_values: several > 1 ? 0 : 1, max_values: several, custom_id: customOf(block, element) };
    return selectMenu(part, (values) => this.#actions.select(message, { block: block.block_id, action: element.action_id }, values));
  }

  // A menu whose choices the app looks for while one types.
  #typed(element, block, message) {
    const label = element.placeholder?.text ?? "Type its beginning";
    const where = { block: block.block_id, action: element.action_id };
    const field = h("input", { type: "text", class: "typed-choice", "aria-label": label, placeholder: label, maxlength: 150, autocomplete: "off", data: { custom: customOf(block, element) } });
    const ask = (typed) => (typed.length >= (element.min_query_length ?? 3) ? this.#actions.suggestOption(message, where, typed) : []);
    const take = (choice) => {
      field.value = choice.name;
      this.#actions.select(message, where, [choice.value]);
    };
    return h("div", { class: "typed" }, field, completed(field, `choices-${block.block_id}`, label, ask, take));
  }
}

const customOf = (block, element) => `${block.block_id} ${element.action_id}`;
const unknown = () => h("p", { class: "subtext" }, "(something that this page does not show)");
