// A modal of Slack as the form that the page's dialog shows. No DOM here.
import { fromMrkdwn } from "./slack_text.js";

const [SELECT, TEXT_INPUT, TEXT, LABEL] = [3, 4, 10, 18]; // the dialog's kinds of parts
const [SHORT, LONG] = [1, 2];

/** A view as the dialog's form; its fields are named by their action ids. */
export function formOf(view) {
  return {
    id: view.id,
    form: { custom_id: view.callback_id || view.id, title: view.title.text, submit: view.submit?.text, cancel: view.close?.text, components: view.blocks.flatMap(partOf) },
  };
}

function partOf(block) {
  if (block.type === "input") return [{ type: LABEL, label: block.label.text, description: block.hint?.text, component: fieldOf(block.element, !block.optional) }];
  if (block.text) return [{ type: TEXT, content: block.text.type === "mrkdwn" ? fromMrkdwn(block.text.text) : block.text.text }];
  return [];
}

function fieldOf(element, required) {
  const common = { custom_id: element.action_id, required, placeholder: element.placeholder?.text };
  if (element.type === "static_select") {
    const chosen = element.initial_option?.value;
    return { ...common, type: SELECT, options: element.options.map((option) => ({ label: option.text.text, value: option.value, default: option.value === chosen })) };
  }
  if (element.type !== "plain_text_input") return { ...common, type: null };
  return { ...common, type: TEXT_INPUT, style: element.multiline ? LONG : SHORT, min_length: element.min_length, max_length: element.max_length, value: element.initial_value };
}
