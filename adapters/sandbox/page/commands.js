// Which commands somebody is offered in a place, asked of the server once and kept until that may have changed. No DOM here.

const CHAT = 1; // Discord's number for slash commands
const NESTED = [1, 2]; // option types that are subcommands and groups of them
const CHANGES = ["commands", "reset", "people", "channel_update", "thread_update"];

export class Commands {
  #store;
  #ask;
  #known = new Map();

  /** `ask(userId, channelId)` resolves to the server's list, or to null when it cannot be had. */
  constructor(store, ask) {
    this.#store = store;
    this.#ask = ask;
    store.addEventListener("change", ({ detail }) => CHANGES.includes(detail.type) && this.#known.clear());
  }

  /** The commands that the current person is offered where they are. */
  async here() {
    const { me, view } = this.#store;
    const key = `${me} ${view}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#ask(me, view));
    const found = await this.#known.get(key);
    if (!found) this.#known.delete(key);
    return found ?? [];
  }
}

/** Slash commands by their full names ("watchlist add"), each with its own options. */
export function slashCommands(commands) {
  return commands.filter((command) => command.type === CHAT).flatMap((command) => leaves(command, command.name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function leaves(part, name) {
  const options = part.options ?? [];
  const inner = options.filter((option) => NESTED.includes(option.type));
  if (inner.length) return inner.flatMap((option) => leaves(option, `${name} ${option.name}`));
  return [{ name, description: part.description, options }];
}
