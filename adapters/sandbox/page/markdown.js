// Markdown as Discord has it (and, for the Slack look, with Slack's ids) as DOM nodes. Text is never parsed as HTML: every piece becomes a text node, so markup in a message
// is shown and not run. Only http and https addresses become links.
import { h } from "./dom.js";
import { hidden } from "./spoiler.js";

// Each pattern is tried at one position (sticky). No group repeats a group that repeats: no text makes them backtrack for long.
const INLINE = [
  ["escape", /\\([\\`*_~|>#\-[\]().!])/y],
  ["code", /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y],
  ["mention", /<@(?:!|(&))?(\d{1,20}|[UW][A-Z0-9]{1,20})>/y],
  ["channel", /<#(\d{1,20}|[CG][A-Z0-9]{1,20})>/y],
  ["link", /\[([^[\]\n]{1,300})\]\(<?(https?:\/\/[^\s<>()]+)>?\)/y],
  ["address", /<(https?:\/\/[^\s<>]+)>/y],
  ["address", /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,:;!?)\]*_~])/y],
  ["strong", /\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/y],
  ["u", /__(?=\S)([\s\S]*?\S)__(?!_)/y],
  ["em", /\*(?=[^\s*])((?:\*\*[^*]+\*\*|[^*])*)\*(?!\*)/y],
  ["em", /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*)_(?![\p{L}\p{N}_])/uy],
  ["s", /~~(?=\S)([\s\S]*?\S)~~/y],
  ["spoiler", /\|\|((?:[^|]|\|(?!\|))+)\|\|/y],
];

/** `text` as inline nodes. `names.mention(id, isRole)` and `names.channel(id)` give the words on a chip;
 * the latter null for none. */
export function inline(text, names) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = matchAt(text, at);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    const [kind, match] = found;
    if (kind === "escape") plain += match[1];
    else {
      flush();
      nodes.push(inlineNode(kind, match, names));
    }
    at += match[0].length;
  }
  flush();
  return nodes;
}

function matchAt(text, at) {
  if (!/[\\`<[*_~|h]/.test(text[at])) return null;
  for (const [kind, pattern] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return [kind, match];
  }
  return null;
}

function inlineNode(kind, match, names) {
  switch (kind) {
    case "code":
      return h("code", {}, match[2]);
    case "mention":
      return h("span", { class: "chip mention" }, `@${names.mention(match[2], Boolean(match[1]))}`);
    case "channel":
      return channelChip(match[1], names.channel(match[1]));
    case "link":
      return link(match[2], inline(match[1], names));
    case "address":
      return link(match[1], [match[1]]);
    case "spoiler":
      return hidden(inline(match[1], names), "text");
    default:
      return h(kind, {}, inline(match[1], names));
  }
}

// The log opens what is named in `data-open`; a channel that is gone, or never was, is only named.
function channelChip(id, name) {
  if (!name) return h("span", { class: "chip mention" }, "#unknown");
  return h("button", { type: "button", class: "chip mention", data: { open: id } }, `#${name}`);
}

/** A link to an address that is known to begin with http or https. */
export function link(address, children) {
  return h("a", { href: address, rel: "noopener noreferrer nofollow", target: "_blank", title: address }, children);
}

/** A whole message as block nodes. A fence that is not closed yet (a growing answer) runs to the end. */
export function markdown(text, names) {
  const lines = text.split("\n");
  const blocks = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) blocks.push(h("p", {}, inline(paragraph.join("\n"), names)));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at, names);
    if (block) {
      flush();
      blocks.push(block.node);
      at = block.next;
    } else {
      if (lines[at].trim()) paragraph.push(lines[at]);
      else flush();
      at += 1;
    }
  }
  flush();
  return blocks;
}

function blockAt(lines, at, names) {
  const line = lines[at];
  const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
  if (heading) return { node: h("p", { class: `heading level-${heading[1].length}`, role: "heading", "aria-level": heading[1].length + 3 }, inline(heading[2], names)), next: at + 1 };
  if (line.startsWith("-# ")) return { node: h("p", { class: "subtext" }, inline(line.slice(3), names)), next: at + 1 };
  if (/^\s*```/.test(line)) return fence(lines, at);
  if (line.startsWith("> ")) return quote(lines, at, names);
  if (ITEM.test(line)) return list(lines, at, names);
  return null;
}

function fence(lines, at) {
  const opening = lines[at].trim().slice(3);
  const oneLine = /^(.+)```$/.exec(opening);
  if (oneLine) return { node: h("pre", { tabindex: 0 }, h("code", {}, oneLine[1])), next: at + 1 };
  const language = /^[\w+-]*$/.test(opening);
  const body = language ? [] : [opening];
  let next = at + 1;
  while (next < lines.length && !lines[next].includes("```")) body.push(lines[next++]);
  if (next < lines.length && lines[next].trim() !== "```") body.push(lines[next].split("```")[0]);
  return { node: h("pre", { tabindex: 0 }, h("code", {}, body.join("\n"))), next: next + 1 };
}

function quote(lines, at, names) {
  const body = [];
  let next = at;
  while (next < lines.length && lines[next].startsWith("> ")) body.push(lines[next++].slice(2));
  return { node: h("blockquote", {}, inline(body.join("\n"), names)), next };
}

const ITEM = /^(\s*)([-*•]|\d{1,3}[.)]) +(\S.*)$/;

function list(lines, at, names) {
  const [, indent, marker] = ITEM.exec(lines[at]);
  const ordered = /\d/.test(marker);
  const node = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(marker, 10) } : {});
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]);
    if (item && item[1].length > indent.length && node.lastChild) {
      const inner = list(lines, next, names);
      node.lastChild.append(inner.node);
      next = inner.next;
    } else if (item && item[1].length === indent.length && /\d/.test(item[2]) === ordered) {
      node.append(h("li", {}, inline(item[3], names)));
      next += 1;
    } else if (!item && /^\s{2,}\S/.test(lines[next]) && node.lastChild) {
      node.lastChild.append(h("br"), ...inline(lines[next].trim(), names));
      next += 1;
    } else if (!item && !lines[next].trim() && followsOn(lines, next + 1, indent, ordered)) next += 1;
    else break;
  }
  return { node, next };
}

// A blank line between two items of the same list does not end it.
function followsOn(lines, at, indent, ordered) {
  const item = at < lines.length ? ITEM.exec(lines[at]) : null;
  return Boolean(item) && item[1].length >= indent.length && /\d/.test(item[2]) === ordered;
}

/** The first line of a message as plain words, for previews and announcements. */
export function plainText(text, names, length = 160) {
  const words = text
    .replace(/<@(!|&)?(\d{1,20}|[UW][A-Z0-9]{1,20})>/g, (_, kind, id) => `@${names.mention(id, kind === "&")}`)
    .replace(/<#(\d{1,20}|[CG][A-Z0-9]{1,20})>/g, (_, id) => `#${names.channel(id) ?? "unknown"}`)
    .replace(/\|\|(?:[^|]|\|(?!\|))+\|\|/g, "(spoiler)")
    .replace(/^\s*(?:[#>]+|-#|[-*•])\s+/gm, "")
    .replace(/\[([^[\]\n]{1,300})\]\(<?https?:[^\s<>()]+>?\)/g, "$1")
    .replace(/[*_~`]{1,3}/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > length ? `${words.slice(0, length - 1)}…` : words;
}
