// Slack's own markup and emoji names, in the forms that the page has for them. No DOM here.

const GLYPHS = {
  "+1": "👍", "-1": "👎", thumbsup: "👍", thumbsdown: "👎", clapper: "🎬", compass: "🧭", eyes: "👀", film_frames: "🎞️", heart: "❤️", joy: "😂",
  mag_right: "🔎", mag: "🔍", memo: "📝", no_entry: "⛔", octagonal_sign: "🛑", popcorn: "🍿", question: "❓", star: "⭐", tada: "🎉", thread: "🧵",
  tv: "📺", warning: "⚠️", white_check_mark: "✅", x: "❌",
};
const NAMES = new Map(Object.entries(GLYPHS).reverse().map(([name, glyph]) => [glyph, name]));
const NO_MENTION = "<\u2060"; // the word joiner keeps an escaped `<@…>` from being read as a mention

/** An emoji by its name; one that the page does not know stays a name between colons. */
export const glyph = (name) => GLYPHS[name] ?? `:${name}:`;

/** The name of an emoji that `glyph` gave, or of one in the page's palette. */
export const nameOf = (emoji) => NAMES.get(emoji) ?? emoji.replaceAll(":", "");

/** `:clapper:` as 🎬 wherever the name is known. */
export const withGlyphs = (text) => text.replace(/:([a-z0-9_+'-]{1,80}):/g, (whole, name) => GLYPHS[name] ?? whole);

/** mrkdwn as the Markdown that the page shows. Code stays as it is. */
export function fromMrkdwn(text) {
  return text.split(/(```[\s\S]*?```|`[^`\n]+`)/).map((part, at) => (at % 2 ? unescaped(part) : converted(part))).join("");
}

function converted(text) {
  const marked = text
    .replace(/<(https?:[^|>\s]+)\|([^>\n]+)>/g, (_, url, label) => `[${label.replace(/[[\]]/g, "")}](${url})`)
    .replace(/<mailto:[^|>\s]+\|([^>\n]+)>/g, "$1")
    .replace(/<#([CG][A-Z0-9]+)\|[^>\n]*>/g, "<#$1>")
    .replace(/<@([UW][A-Z0-9]+)\|[^>\n]*>/g, "<@$1>")
    .replace(/<!(here|channel|everyone)(?:\|[^>\n]*)?>/g, "@$1")
    .replace(/(^|[^\p{L}\p{N}*])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gu, "$1**$2**")
    .replace(/(^|[^\p{L}\p{N}~])~(?=\S)([^~\n]*[^~\s])~(?![\p{L}\p{N}~])/gu, "$1~~$2~~");
  return unescaped(withGlyphs(marked));
}

const unescaped = (text) => text.replace(/&lt;(?=[@#!])/g, NO_MENTION).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
