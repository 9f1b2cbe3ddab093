// What people did with commands, buttons, menus and forms, and what has become of it. No DOM here.

const KEPT = 200;
const LOADING = 1 << 7; // Discord's flags of a promised message and of one that a single person sees
const EPHEMERAL = 1 << 6;
const COMMAND_MESSAGE = 20; // message types
const MENU_MESSAGE = 23;
const DISCORD_EPOCH = 1_420_070_400_000n;

export class Interactions {
  #all = new Map();
  #own = new Set(); // begun on this page: their forms open here, and only here one is told that they failed
  #dismissed = new Set();
  #waiting = new Map(); // id → those who wait for its answer

  /** Sets what the server says about some interactions. */
  set(list) {
    for (const one of list) {
      this.#all.set(one.id, one);
      if (one.state === "waiting") continue;
      for (const tell of this.#waiting.get(one.id) ?? []) tell(one);
      this.#waiting.delete(one.id);
    }
    for (const id of this.#all.keys()) if (this.#all.size > KEPT) this.#all.delete(id);
  }

  get = (id) => this.#all.get(id);
  isOwn = (id) => this.#own.has(id);

  /** Notes that an interaction was begun here. */
  own(id) {
    this.#own.add(id);
  }

  /** Resolves to an interaction once it was answered or failed. */
  settled(id) {
    const now = this.#all.get(id);
    if (now && now.state !== "waiting") return Promise.resolve(now);
    return new Promise((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]));
  }

  dismiss(id) {
    this.#dismissed.add(id);
  }

  /** The custom ids under a message that wait for an answer to this person. */
  busy(messageId, userId) {
    return this.#on(messageId, userId).filter((one) => one.state === "waiting").map((one) => one.name);
  }

  /** Did the last use of a message's buttons and menus by this person get no answer? */
  failed(messageId, userId) {
    return this.#on(messageId, userId).at(-1)?.state === "failed";
  }

  #on(messageId, userId) {
    return this.#ownOf(userId).filter((one) => one.kind === "component" && one.message_id === messageId);
  }

  /** Commands that have no answer yet, or got none in time, as messages that only their person sees. */
  openCommands(channelId, userId, bot) {
    const open = this.#ownOf(userId).filter((one) => one.kind === "command" && one.channel_id === channelId && one.state !== "answered" && !this.#dismissed.has(one.id));
    return open.map((one) => ({
      id: one.id, channel_id: channelId, type: one.target_id ? MENU_MESSAGE : COMMAND_MESSAGE, author: { id: bot.id, username: bot.name, bot: true },
      content: "", components: [], flags: EPHEMERAL | (one.state === "waiting" ? LOADING : 0), failed: one.state === "failed", local: true,
      visible_to: userId, interaction_metadata: { id: one.id, user: { id: userId } }, timestamp: new Date(one.at ? one.at * 1000 : Number((BigInt(one.id) >> 22n) + DISCORD_EPOCH)).toISOString(),
    }));
  }

  #ownOf = (userId) => [...this.#all.values()].filter((one) => this.#own.has(one.id) && one.user_id === userId);
}

export const isLoading = (message) => Boolean((message.flags ?? 0) & LOADING);
