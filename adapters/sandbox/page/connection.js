// The WebSocket to the page server: actions out with an answer each, events in, reconnection with a growing wait.

const WAITS = [400, 800, 1500, 3000, 5000]; // milliseconds between attempts; the last one repeats

export class Connection extends EventTarget {
  #socket = null;
  #attempt = 0;
  #next = 1;
  #waiting = new Map();
  #timer = null;
  #path;
  state = "connecting";

  /** `path` is the WebSocket's on this server. */
  constructor(path) {
    super();
    this.#path = path;
  }

  start() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}`);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  /** Tries again at once; no effect while connected. */
  retry() {
    if (this.state === "open") return;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    this.start();
  }

  /** Sends an action; resolves with the server's answer, rejects with an Error whose message is for people. */
  send(type, fields = {}) {
    if (this.state !== "open") return Promise.reject(new Error("Not connected to the sandbox: it will be tried again by itself."));
    const ref = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ref, { resolve, reject });
      this.#socket.send(JSON.stringify({ type, ref, ...fields }));
    });
  }

  #receive(message) {
    if (message.type === "snapshot") {
      this.#attempt = 0;
      this.#enter("open");
    }
    const waiting = this.#waiting.get(message.ref);
    if (waiting && (message.type === "ok" || message.type === "error")) {
      this.#waiting.delete(message.ref);
      if (message.type === "ok") waiting.resolve(message.data ?? {});
      else waiting.reject(new Error(message.message));
      return;
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    for (const { reject } of this.#waiting.values()) reject(new Error("The connection was lost before the sandbox answered: look whether it arrived."));
    this.#waiting.clear();
    this.#enter("lost");
    this.#timer = setTimeout(() => this.start(), WAITS[Math.min(this.#attempt++, WAITS.length - 1)]);
  }

  #enter(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}
