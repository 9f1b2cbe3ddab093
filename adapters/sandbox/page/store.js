// What the page knows, folded from a snapshot and the events after it. Every event may come twice (a snapshot can already hold
// it): all of them set, none of them adds. No DOM here.
import { Interactions } from "./interactions.js";
import { foldRun } from "./runs.js";

const WIRE_KEPT = 400;
const TYPING_MS = 10_000; // Discord shows a typing sign for ten seconds
const SEND_MESSAGES = 1n << 11n; // Discord's permission bit

export class Store extends EventTarget {
  look = "discord";
  looks = []; // that this server has
  guild = { id: "", name: "" };
  bot = { id: "", name: "Matinee", bot: true };
  people = new Map();
  roles = new Map();
  channels = new Map(); // channels, threads and direct messages by id
  messages = new Map(); // channel id → Map of message id → message, in order of posting
  typing = new Map(); // channel id → Map of person id → when the sign ends
  runs = new Map(); // thread id → runs, oldest first
  wire = [];
  faults = []; // the trouble that the server offers to make
  interactions = new Interactions();
  unread = new Set();
  me = null;
  view = null; // id of the channel or thread that is open
  loaded = false;
  #wanted = null;
  #gone = new Set(); // messages for one person that were there before this page was: on Discord a reload ends them

  /** Takes over the server's picture of everything; what the person looks at and who they are stays when it still exists. */
  reset(snapshot) {
    this.guild = snapshot.guild;
    this.looks = snapshot.looks ?? [];
    this.bot = { ...snapshot.bot, bot: true };
    this.people = new Map(snapshot.people.map((person) => [person.id, person]));
    this.people.set(this.bot.id, this.bot);
    this.roles = new Map((snapshot.roles ?? []).map((role) => [role.id, role]));
    this.channels = new Map(snapshot.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map(
      Object.entries(snapshot.messages).map(([id, list]) => [id, new Map(list.map((message) => [message.id, message]))]),
    );
    if (!this.loaded) for (const list of this.messages.values()) for (const one of list.values()) if (one.visible_to) this.#gone.add(one.id);
    this.interactions.set(snapshot.interactions ?? []);
    this.faults = snapshot.faults ?? [];
    this.typing.clear();
    this.runs.clear();
    for (const event of snapshot.runs) this.#run(event);
    this.wire = snapshot.wire.slice(-WIRE_KEPT);
    if (!this.people.has(this.me)) this.me = this.writers()[0]?.id ?? null;
    this.#leaveHidden();
    this.loaded = true;
    this.#changed("reset");
  }

  /** Applies one event of the server; unknown kinds are ignored, so that an older page survives a newer server. */
  apply(event) {
    const { type, data } = event;
    if (type === "run") this.#run(event);
    else if (type === "wire") this.#wire(data);
    else if (type === "typing") this.#typing(data);
    else if (type === "message_create" || type === "message_update") this.#message(type, data);
    else if (type === "message_delete") this.messages.get(data.channel_id)?.delete(data.id);
    else if (type === "reactions") this.#reactions(data);
    else if (type === "interaction") this.interactions.set([data]);
    else if (type === "commands") this.#changed("commands");
    else if (/^(channel|thread)_(create|update)$/.test(type)) this.channels.set(data.id, { ...this.channels.get(data.id), ...data });
    else if (/^(channel|thread)_delete$/.test(type)) this.#placeGone(data.id);
    else if (type === "people") for (const person of data) this.people.set(person.id, person);
    else return;
    if (/^(channel|thread)_update$/.test(type)) this.#leaveHidden();
    this.#changed(type, event);
    if (this.#wanted && this.channels.has(this.#wanted)) this.open(this.#wanted);
  }

  #message(type, message) {
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
    const list = this.messages.get(message.channel_id);
    if (type === "message_update" && !list.has(message.id)) return;
    list.set(message.id, { ...list.get(message.id), ...message });
    if (type === "message_update") return;
    this.typing.get(message.channel_id)?.delete(message.author.id);
    if (message.channel_id !== this.view && message.author.id !== this.me && this.#sees(message)) this.unread.add(message.channel_id);
  }

  #reactions(data) {
    const message = this.messages.get(data.channel_id)?.get(data.message_id);
    if (message) message.reactors = data.reactions;
  }

  #typing(data) {
    if (!this.typing.has(data.channel_id)) this.typing.set(data.channel_id, new Map());
    this.typing.get(data.channel_id).set(data.user_id, Date.now() + TYPING_MS);
    setTimeout(() => this.#changed("typing", { data }), TYPING_MS + 50);
  }

  #run(event) {
    if (!this.runs.has(event.thread)) this.runs.set(event.thread, []);
    const runs = this.runs.get(event.thread);
    const at = runs.findIndex((run) => run.id === event.run_id);
    if (at < 0) runs.push(foldRun(null, event));
    else runs[at] = foldRun(runs[at], event);
  }

  #wire(entry) {
    this.wire.push(entry);
    if (this.wire.length > WIRE_KEPT) this.wire.splice(0, this.wire.length - WIRE_KEPT);
  }

  #placeGone(id) {
    const parent = this.channels.get(id)?.parent_id;
    this.channels.delete(id);
    this.messages.delete(id);
    if (this.view === id) this.view = parent ?? this.textChannels()[0]?.id ?? null;
  }

  #sees = (message) => !message.visible_to || (message.visible_to === this.me && !this.#gone.has(message.id));

  #changed(type, event = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { type, event } }));
  }

  /** Looks at a channel or thread; one that the server has just promised is opened when it comes. */
  open(id) {
    this.#wanted = this.channels.has(id) ? null : id;
    if (this.#wanted) return;
    this.view = id;
    this.unread.delete(id);
    this.#changed("view");
  }

  become(id) {
    this.me = id;
    this.#leaveHidden();
    this.#changed("person");
  }

  /** May the current person see a channel or thread? A thread is as open as its channel. */
  mayEnter = (channel) => !((this.channels.get(channel.parent_id) ?? channel).hidden_from ?? []).includes(this.me);

  // Whoever cannot see a place is shown the first one that they can.
  #leaveHidden() {
    const place = this.channel();
    if (!place || !this.mayEnter(place)) this.view = this.textChannels()[0]?.id ?? null;
  }

  /** People one can write as. */
  writers = () => [...this.people.values()].filter((person) => !person.bot);
  channel = (id = this.view) => this.channels.get(id);
  textChannels = () => [...this.channels.values()].filter((channel) => channel.type === 0 && this.mayEnter(channel)).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  threadsOf = (id) => [...this.channels.values()].filter((channel) => isThread(channel) && channel.parent_id === id).sort((a, b) => newer(b.id, a.id));
  direct = () => [...this.channels.values()].find((channel) => isDirect(channel) && (channel.recipients ?? []).some((person) => person.id === this.me));
  messagesOf = (id = this.view) => [...(this.messages.get(id)?.values() ?? [])].filter(this.#sees);
  /** Those, and commands of one's own that have no answer (yet), in the order of time. */
  shownIn(id = this.view) {
    const open = this.interactions.openCommands(id, this.me, this.bot);
    return open.length ? [...this.messagesOf(id), ...open].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp)) : this.messagesOf(id);
  }

  message = (id) => this.messages.get(this.view)?.get(id) ?? this.messages.get(this.channel()?.parent_id)?.get(id);
  person = (id) => this.people.get(id);
  names = {
    mention: (id, isRole) => (isRole ? this.roles.get(id)?.name : this.people.get(id)?.name) ?? "someone",
    channel: (id) => this.channels.get(id)?.name ?? null,
  };

  /** The message that a thread hangs on: on Discord it has the thread's own id. */
  starterOf(thread) {
    return this.messages.get(thread.parent_id)?.get(thread.id);
  }

  typingNames(id = this.view) {
    const now = Date.now();
    return [...(this.typing.get(id) ?? [])].filter(([who, until]) => until > now && who !== this.me).map(([who]) => this.person(who)?.name ?? "Someone");
  }

  /** May the current person delete others' messages and lock threads? */
  moderates = () => Boolean(this.person(this.me)?.moderator);
}

/** Is the bot kept from writing in a channel by an overwrite of its own role? */
export function isMuted(channel, store) {
  const own = [...store.roles.values()].find((role) => role.bot);
  const overwrite = (channel.permission_overwrites ?? []).find((one) => one.id === own?.id);
  return Boolean(overwrite) && (BigInt(overwrite.deny) & SEND_MESSAGES) !== 0n;
}

/** All words of a message: its text, those of its components, its embeds' titles, its files' names. */
export function wordsOf(message) {
  const embeds = (message.embeds ?? []).flatMap((embed) => [embed.title, embed.description]);
  const files = (message.attachments ?? []).map((file) => file.filename);
  if (message.words !== undefined) return message.words;
  return [message.content, ...textsOf(message.components ?? []), ...embeds, ...files].filter(Boolean).join("\n");
}

const textsOf = (parts) => parts.flatMap((part) => (part.spoiler && part.components ? ["(spoiler)"] : [part.type === 10 ? part.content : null, ...textsOf(part.components ?? [])]));

export const isThread = (channel) => Boolean(channel) && [10, 11, 12].includes(channel.type);
export const isDirect = (channel) => channel?.type === 1;
export const isLocked = (channel) => Boolean(channel?.thread_metadata?.locked);
export const isArchived = (channel) => Boolean(channel?.thread_metadata?.archived);

// Snowflake ids are larger than a double holds exactly: compared by length, then by digits.
const newer = (a, b) => a.length - b.length || (a < b ? -1 : Number(a > b));
