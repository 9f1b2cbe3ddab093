// Puts the page together: one store, one connection, the views, and what each click does.
import { Components } from "./components.js";
import { Composer, readable, withMentions } from "./composer.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { announce, h, icon, iconButton, renderOnce } from "./dom.js";
import { FormDialog } from "./form_dialog.js";
import { isLoading } from "./interactions.js";
import { Layout } from "./layout.js";
import { plainText } from "./markdown.js";
import { MessageLog, renderIntro } from "./messages.js";
import { openMessageMenu } from "./message_menu.js";
import { closePopup } from "./popup.js";
import { RunPanel } from "./run_panel.js";
import { Sidebar } from "./sidebar.js";
import { slackActions } from "./slack_actions.js";
import { Blocks } from "./slack_blocks.js";
import { formOf } from "./slack_modal.js";
import { SlackStore } from "./slack_store.js";
import { Store, isArchived, isDirect, isLocked, isThread, wordsOf } from "./store.js";
import { TroublePanel } from "./trouble_panel.js";
import { WirePanel } from "./wire_panel.js";

const PROMPTS = ["something tense set in one room, under two hours", "a heist film from the 90s", "a warm, funny series for a rainy Sunday"];

const slack = location.pathname === "/slack"; // else Discord's look
const store = slack ? new SlackStore() : new Store();
const connection = new Connection(slack ? "/page/slack" : "/page/ws");
const layout = new Layout();
const commands = new Commands(store, async (user_id, channel_id) => (await act("commands", { user_id, channel_id }))?.commands);
const KEPT = `matinee-${store.look}`;
const mine = new Set(); // messages posted from this page: the view follows into the thread that answers one

const actions = {
  open(id) {
    store.open(id);
    layout.closeDrawers();
  },
  async openDirect() {
    const data = await act("open_dm", { user_id: store.me });
    if (data) actions.open(data.channel_id);
  },
  become: (id) => store.become(id),
  async post(channelId, content, replyTo) {
    const data = await act("post", { user_id: store.me, channel_id: channelId, content, ...(slack ? {} : { reply_to: replyTo }) });
    if (!data) return false;
    if (data.message_id) follow(data.message_id);
    if (data.interaction_id) store.interactions.own(data.interaction_id); // Slack: a text that begins with a slash
    log.toEnd();
    return true;
  },
  async edit(message, text) {
    const content = withMentions(text.trim(), store);
    if (!content) return actions.remove(message);
    return content === message.content || Boolean(await act("edit", { user_id: store.me, message_id: message.id, content }));
  },
  editLast() {
    const last = store.messagesOf().findLast((message) => message.author.id === store.me);
    if (last) log.edit(last.id);
  },
  async remove(message) {
    const sure = await confirmed(plainText(wordsOf(message), store.names, 120));
    log.focus(message.id);
    if (!sure || !(await act("delete", { user_id: store.me, message_id: message.id }))) return false;
    composer.focus();
    return true;
  },
  react: (message, emoji, on) => act(on ? "react" : "unreact", { user_id: store.me, channel_id: message.channel_id, message_id: message.id, emoji }),
  reply: (message) => composer.replyTo(message),
  changePlace: (id, change, on) => act("place", { user_id: store.me, channel_id: id, change, on }),
  commands: () => commands.here(),
  async give(name, options) {
    const given = await interact("command", { channel_id: store.view, name, options });
    if (given) log.toEnd();
    return Boolean(given);
  },
  async suggest(name, option, typed, others) {
    const id = await interact("type_option", { channel_id: store.view, name, option, typed, others });
    const settled = id && (await store.interactions.settled(id));
    return settled?.state === "answered" ? settled.choices : null;
  },
  openMenu: (button, message) => openMessageMenu(button, commands.here(), (name) => actions.useShortcut(message, name)),
  useShortcut: (message, name) => interact("message_command", { channel_id: message.channel_id, message_id: message.id, name }),
  click: (message, customId) => interact("click", { message_id: message.id, custom_id: customId }),
  select: (message, customId, values) => interact("select", { message_id: message.id, custom_id: customId, values }),
  async sendForm(interactionId, answers) {
    const id = await interact("form", { interaction_id: interactionId, answers });
    if (!id) return "It was not sent: change what is wrong, or try it again.";
    return (await store.interactions.settled(id)).state === "answered" ? null : "The application did not respond: try it again, nothing is lost.";
  },
  async dismiss(message) {
    if (message.local) store.interactions.dismiss(message.id);
    else await act("dismiss", { user_id: store.me, message_id: message.id });
    composer.focus();
    schedule();
  },
  readable: (text) => readable(text, store),
  fault: async (kind) => (await act("fault", { kind }))?.said,
};

if (slack) {
  const show = actions.open;
  Object.assign(actions, slackActions(store, { act, interact, show }));
}

const sidebar = new Sidebar(store, actions);
const log = new MessageLog(store, actions, slack ? Blocks : Components);
const composer = new Composer(store, actions);
const runPanel = new RunPanel(store, actions);
const wirePanel = new WirePanel(store);
const troublePanel = new TroublePanel(store, actions);
const formDialog = new FormDialog(store, actions.sendForm, actions.closeForm);

/** Sends an action; on failure says why and resolves to null. */
async function act(type, fields) {
  try {
    return await connection.send(type, fields);
  } catch (error) {
    toast(error.message);
    return null;
  }
}

/** An action that becomes an interaction of Discord; resolves to its id, or to null when the sandbox refused. */
async function interact(type, fields) {
  const data = await act(type, { user_id: store.me, ...fields });
  if (!data) return null;
  store.interactions.own(data.interaction_id);
  schedule();
  return data.interaction_id;
}

async function pickPrompt(title) {
  const data = await actions.pickPrompt(title);
  if (data) follow(data.message_id);
}

function follow(id) {
  mine.add(id);
  followInto(id);
}

// A thread that answers what was just written here opens by itself, unless one has begun to write something else.
function followInto(id) {
  const thread = store.channel(id);
  if (!thread || !mine.has(id) || thread.parent_id !== store.view || !composer.empty) return;
  mine.delete(id);
  store.open(id);
  announce(`${store.person(thread.owner_id)?.name ?? "Somebody"} opened a thread: ${thread.name}. You are in it.`);
}

let frame = 0;
store.addEventListener("change", ({ detail }) => {
  tell(detail);
  schedule();
});

function schedule() {
  frame ||= requestAnimationFrame(render);
}

function render() {
  frame = 0;
  if (!store.loaded) return;
  closePopupOnMove();
  sidebar.render();
  renderBar();
  renderIntro(store, PROMPTS, (text) => composer.fill(`@${store.bot.name} ${text}`), pickPrompt);
  log.render();
  composer.render();
  renderTyping();
  runPanel.render();
  wirePanel.render();
  troublePanel.render();
  remember();
}

let lastView = null;
function closePopupOnMove() {
  if (lastView !== store.view) closePopup();
  lastView = store.view;
}

function renderBar() {
  const channel = store.channel();
  const parent = isThread(channel) ? store.channel(channel.parent_id) : null;
  const locked = isLocked(channel);
  const name = isDirect(channel) ? store.bot.name : (channel?.name ?? "Matinee");
  const marks = [
    locked && "locked",
    isArchived(channel) && "archived",
    (parent ?? channel)?.nsfw && "age-restricted",
    channel?.rate_limit_per_user > 0 && `slow mode ${channel.rate_limit_per_user} s`,
  ].filter(Boolean);
  document.title = `${name} · Matinee sandbox`;
  renderOnce(document.getElementById("bar-title"), JSON.stringify([name, parent?.name, marks, channel?.topic]), () => [
    parent && h("button", { type: "button", class: "crumb", on: { click: () => actions.open(parent.id) } }, !isDirect(parent) && icon("hash"), parent.name),
    parent && h("span", { class: "crumb-sep", "aria-hidden": "true" }, "›"),
    !parent && !isDirect(channel) && icon(channel?.type === "home" ? "home" : "hash"),
    h("h1", { id: "place" }, name),
    marks.map((mark) => h("span", { class: "badge" }, mark)),
    channel?.topic && h("p", { class: "topic" }, channel.topic),
  ]);
  renderOnce(document.getElementById("bar-actions"), JSON.stringify([channel?.id, Boolean(parent), locked, store.moderates(), store.mayStop?.()]), () =>
    slack ? stopButton() : parent && !locked && store.moderates() ? h("button", { type: "button", class: "button small quiet", on: { click: () => actions.changePlace(channel.id, "lock", true) } }, icon("lock"), "Lock thread") : [],
  );
}

const stopButton = () => (store.mayStop() ? h("button", { type: "button", class: "button small", on: { click: () => actions.stop() } }, icon("stop"), "Stop") : []);

function renderTyping() {
  const line = store.statusLine?.();
  if (slack) return renderOnce(document.getElementById("typing"), line ?? "", () => line && [h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("span", {}, line)]);
  const names = store.typingNames();
  return renderOnce(document.getElementById("typing"), names.join(), () =>
    names.length ? [h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("strong", {}, names.join(" and ")), names.length > 1 ? " are typing" : " is typing"] : [],
  );
}

const promised = new Set(); // messages that say "thinking": their real text is said when it comes

/** Tells screen readers what others wrote and how a run ended; growing answers are not read out piece by piece. */
function tell({ type, event }) {
  if (type === "thread_create") followInto(event.data.id);
  if (type === "message_create" || type === "message_update") tellMessage(type, event.data);
  if (type === "interaction") tellInteraction(event.data);
  if (type === "view_changed" && event.data.open && event.data.user === store.me) formDialog.open(formOf(event.data.view));
  if (type === "run" && event.thread === store.view && ["response_done", "interrupt_ack", "error"].includes(event.event)) {
    const ending = { response_done: "has answered", interrupt_ack: "has stopped", error: "could not answer" }[event.event];
    announce(`${store.bot.name} ${ending}. ${event.data.text ? plainText(event.data.text, store.names, 600) : ""}`);
  }
}

function tellMessage(type, { channel_id, id }) {
  const message = store.messages.get(channel_id)?.get(id); // whole: an update need not name what stays
  if (!message || channel_id !== store.view || message.author.id === store.me || (message.visible_to && message.visible_to !== store.me)) return;
  if (type === "message_update" && (!promised.has(message.id) || isLoading(message))) return;
  if (isLoading(message)) promised.add(message.id);
  else promised.delete(message.id);
  const name = store.person(message.author.id)?.name ?? "Somebody";
  announce(isLoading(message) ? `${name} is thinking` : `${name}: ${plainText(wordsOf(message), store.names)}`);
}

// A form opens where the click or command was made; that nothing came is said there too.
function tellInteraction(interaction) {
  if (!store.interactions.isOwn(interaction.id) || interaction.user_id !== store.me) return;
  if (interaction.form) formDialog.open(interaction);
  if (interaction.state === "failed" && ["command", "component"].includes(interaction.kind)) announce("The application did not respond.");
}

connection.addEventListener("message", ({ detail: message }) => {
  if (message.type === "snapshot") {
    store.reset(message);
    if (mineWaits()) for (const id of [...mine]) followInto(id);
  } else if (message.type === "error") toast(message.message);
  else store.apply(message);
});

const mineWaits = () => mine.size > 0;

connection.addEventListener("state", ({ detail: state }) => {
  const banner = document.getElementById("banner");
  banner.hidden = state === "open";
  if (state !== "lost") return;
  const retry = h("button", { type: "button", class: "button small", on: { click: () => connection.retry() } }, "Try now");
  banner.replaceChildren(h("span", {}, "Connection to the sandbox lost, retrying. What you write is kept."), retry);
});

function toast(text) {
  const box = h("div", { class: "toast" }, h("p", {}, text), iconButton("close", "Dismiss", () => box.remove()));
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), 8000);
}

function confirmed(text) {
  const dialog = document.getElementById("confirm");
  document.getElementById("confirm-text").textContent = text;
  dialog.returnValue = "keep";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "go"), { once: true }));
}

// Who and where one is outlives a reload of this tab; two tabs can be two people.
function remember() {
  sessionStorage.setItem(KEPT, JSON.stringify({ me: store.me, view: store.view }));
}

try {
  Object.assign(store, JSON.parse(sessionStorage.getItem(KEPT) ?? "{}"));
} catch {
  sessionStorage.removeItem(KEPT);
}
document.body.dataset.look = store.look;
connection.start();
