// The page's store over a Slack workspace: Slack's objects and events in the shapes that the page's parts show. A message is named
// `<channel>/<ts>`, and a thread by its parent message. No DOM here.
import { plainText } from "./markdown.js";
import { Store } from "./store.js";
import { fromMrkdwn, glyph } from "./slack_text.js";

const STATUS_MS = 120_000; // Slack takes a status line away after two minutes
const KINDS = { block_actions: "component", slash_commands: "command", view_submission: "form" };
const LOADING = 1 << 7; // the page's mark of a message whose text is still to come
const [CHANNEL, DIRECT, THREAD] = [0, 1, 11]; // the page's numbers for places

export class SlackStore extends Store {
  look = "slack";
  #statuses = new Map(); // thread → { status, own, until }
  #sessions = new Map(); // thread → what the agent is doing there
  #prompts = new Map(); // direct message → { title, prompts }
  #titles = new Map(); // thread → its title
  #places = new Map(); // message → the channel or thread that it stands in
  #starters = new Map(); // thread → its parent message, for a name

  reset(snapshot) {
    this.#places.clear();
    this.#sessions = new Map(snapshot.sessions.map((one) => [nameOf(one.channel, one.thread_ts), one.status]));
    this.#prompts = new Map(snapshot.prompts.map((one) => [one.channel, one]));
    this.#titles = new Map(snapshot.titles.map((one) => [nameOf(one.channel, one.thread_ts), one.title]));
    this.#statuses = new Map(snapshot.statuses.map((one) => [nameOf(one.channel, one.thread_ts), lineOf(one)]));
    const people = snapshot.people.map(personOf);
    this.people = new Map(people.map((person) => [person.id, person])); // names are needed to name threads
    this.bot = people.find((person) => person.id === snapshot.bot_id);
    const channels = snapshot.channels.map((one, at) => this.#channelOf(one, at));
    const messages = {};
    const threads = new Map();
    for (const found of Object.values(snapshot.messages).flat()) {
      const message = this.#messageOf(found);
      (messages[message.channel_id] ??= []).push(message);
      if (message.channel_id !== found.channel && !threads.has(message.channel_id)) threads.set(message.channel_id, this.#threadOf(message.channel_id, found.user));
    }
    const homes = people.filter((person) => !person.bot).map((person) => homeOf(person, people));
    for (const { user, view } of snapshot.views) if (view.type === "home") messages[`home-${user}`] = [this.#homeMessage(user, view)];
    super.reset({
      ...snapshot, people, bot: this.bot, guild: snapshot.team, roles: [], messages, channels: [...channels, ...threads.values(), ...homes],
      interactions: snapshot.interactions.map(interactionOf), wire: snapshot.wire.map(wireOf),
    });
  }

  apply(event) {
    const { type, data } = event;
    if (type === "message" || type === "message_changed") this.#said(type === "message" ? "message_create" : "message_update", data);
    else if (type === "message_deleted") this.#gone(nameOf(data.channel, data.ts));
    else if (type === "reactions") this.#reactions(data);
    else if (type === "channel_created" || type === "channel_changed") super.apply({ type: "channel_update", data: this.#channelOf(data, this.channels.get(data.id)?.position ?? this.channels.size) });
    else if (type === "user_added") super.apply({ type: "people", data: [personOf(data)] });
    else if (type === "interaction") super.apply({ type, data: interactionOf(data) });
    else if (type === "wire") super.apply({ type, data: wireOf(data) });
    else if (type === "view") this.#view(data, event);
    else if (["status", "session", "prompts", "title"].includes(type)) this.#note(type, data);
    else super.apply(event);
  }

  /** What the app says of itself in a place, null for nothing. */
  statusLine(id = this.view) {
    const found = this.#statuses.get(id);
    if (!found?.status || found.until <= Date.now()) return null;
    return found.own ?? `${this.bot.name} ${found.status}`; // Slack shows the loading messages as they are
  }

  /** Does Slack's own stop button show in a thread? */
  mayStop = (id = this.view) => this.#sessions.get(id) === "processing";
  suggested = (id = this.view) => this.#prompts.get(id) ?? null;
  home = () => this.channels.get(`home-${this.me}`);

  /** A thread below a message, before anybody wrote in it. */
  beginThread(message) {
    if (!this.channels.has(message.id)) super.apply({ type: "thread_create", data: this.#threadOf(message.id, message.author.id) });
    this.open(message.id);
  }

  #said(type, found) {
    const message = this.#messageOf(found);
    if (message.channel_id !== found.channel && !this.channels.has(message.channel_id)) super.apply({ type: "thread_create", data: this.#threadOf(message.channel_id, found.user) });
    super.apply({ type, data: message });
  }

  #gone(id) {
    super.apply({ type: "message_delete", data: { id, channel_id: this.#places.get(id) } });
    this.#places.delete(id);
  }

  #reactions({ channel, ts, reactions }) {
    const id = nameOf(channel, ts);
    super.apply({ type: "reactions", data: { channel_id: this.#places.get(id), message_id: id, reactions: reactorsOf(reactions) } });
  }

  #view({ user, open, view }, event) {
    if (view.type === "home" && open) super.apply({ type: "message_create", data: this.#homeMessage(user, view) });
    else this.dispatchEvent(new CustomEvent("change", { detail: { type: "view_changed", event } }));
  }

  #note(type, data) {
    const id = data.thread_ts ? nameOf(data.channel, data.thread_ts) : data.channel;
    if (type === "status") this.#statuses.set(id, lineOf(data));
    if (type === "session") this.#sessions.set(id, data.status);
    if (type === "prompts") this.#prompts.set(data.channel, data);
    if (type === "title") this.#titles.set(id, data.title);
    if (type === "title" && this.channels.has(id)) super.apply({ type: "thread_update", data: { id, name: data.title } });
    if (type === "status" && data.status) setTimeout(() => this.dispatchEvent(new CustomEvent("change", { detail: { type, event: { type, data } } })), STATUS_MS + 50);
    this.dispatchEvent(new CustomEvent("change", { detail: { type, event: { type, data } } }));
  }

  #channelOf(found, position) {
    const direct = found.is_im;
    return {
      id: found.id, type: direct ? DIRECT : CHANNEL, name: direct ? this.bot.name : found.name, topic: found.topic?.value, position,
      hidden_from: found.hidden_from, recipients: direct ? [{ id: found.user }] : [],
    };
  }

  #threadOf(id, opener) {
    const parent = id.split("/")[0];
    const words = plainText((this.#starters.get(id) ?? "").replace(`<@${this.bot.id}>`, ""), this.names, 80);
    return { id, type: THREAD, parent_id: parent, name: this.#titles.get(id) || words || "Thread", owner_id: opener };
  }

  #messageOf(found) {
    const id = nameOf(found.channel, found.ts);
    const place = found.thread_ts && found.thread_ts !== found.ts ? nameOf(found.channel, found.thread_ts) : found.channel;
    const text = fromMrkdwn(found.text ?? "");
    const blocks = (found.blocks ?? []).filter((block) => block.type !== "rich_text");
    this.#places.set(id, place);
    if (place === found.channel) this.#starters.set(id, text);
    return {
      id, channel_id: place, type: 0, flags: found.streaming_state === "in_progress" && !text && !blocks.length ? LOADING : 0, author: { id: found.user, username: found.user === "USLACKBOT" ? "Slackbot" : "someone" },
      content: blocks.length ? "" : text, words: text, components: blocks, files: found.files ?? [], reactors: reactorsOf(found.reactions ?? []),
      mentions: [...text.matchAll(/<@([UW][A-Z0-9]+)>/g)].map((match) => ({ id: match[1] })), visible_to: found.visible_to,
      timestamp: timeOf(found.ts), edited_timestamp: found.edited ? timeOf(found.edited.ts) : null,
    };
  }

  #homeMessage(user, view) {
    return {
      id: view.id, channel_id: `home-${user}`, type: 0, author: { id: this.bot.id, username: this.bot.name }, content: "", words: "", bare: true,
      components: view.blocks, reactors: [], mentions: [], timestamp: new Date().toISOString(), edited_timestamp: null,
    };
  }
}

const nameOf = (channel, ts) => `${channel}/${ts}`;
const timeOf = (ts) => new Date(Number(ts) * 1000).toISOString();
const personOf = (user) => ({ id: user.id, name: user.real_name, bot: user.is_bot, moderator: user.is_admin, role: "admin" });
const reactorsOf = (reactions) => reactions.map(({ name, users }) => ({ emoji: glyph(name), users }));
const homeOf = (person, people) => ({ id: `home-${person.id}`, type: "home", name: "Home", hidden_from: people.map((one) => one.id).filter((id) => id !== person.id) });

function lineOf({ status, loading_messages: lines }) {
  return { own: lines?.[0], status, until: Date.now() + STATUS_MS };
}

function interactionOf(found) {
  const { id, acting, user, waiting, failed, answer, channel, ts, view_id: view, at } = found;
  return {
    id, at, answer, user_id: user, kind: KINDS[acting] ?? acting, name: (found.name ?? "").replace(/^\//, ""), channel_id: channel,
    message_id: view ?? (ts ? nameOf(channel, ts) : null), state: failed ? "failed" : waiting ? "waiting" : "answered",
  };
}

const wireOf = (entry) => (entry.kind === "web_api" ? { ...entry, kind: "rest", method: "API", path: entry.method } : { ...entry, kind: "gateway", gateway: "SOCKET", detail: entry.text });
