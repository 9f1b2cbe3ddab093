// What clicks do in the Slack look where that differs from Discord's.
import { isDirect, isThread } from "./store.js";
import { nameOf } from "./slack_text.js";

/** `act(type, fields)` sends an action, `interact(type, fields)` one that begins an interaction, `show(id)` opens a place. */
export function slackActions(store, { act, interact, show }) {
  const me = () => ({ user_id: store.me });
  return {
    open(id) {
      show(id);
      if (isDirect(store.channel(id))) act("open_app", { ...me(), tab: "messages" });
      if (id === store.home()?.id) act("open_app", { ...me(), tab: "home" });
    },
    async openDirect() {
      const data = await act("open_app", { ...me(), tab: "messages" });
      if (data) show(data.channel_id);
    },
    react: (message, emoji, on) => act(on ? "react" : "unreact", { ...me(), message_id: message.id, name: nameOf(emoji) }),
    reply: (message) => !isThread(store.channel()) && store.beginThread(message),
    click: (message, { block, action, value }) => interact("click", { surface_id: message.id, block_id: block, action_id: action, value }),
    select: (message, { block, action }, values) => interact("select", { surface_id: message.id, block_id: block, action_id: action, values }),
    async suggestOption(message, { block, action }, typed) {
      const id = await interact("type_option", { surface_id: message.id, block_id: block, action_id: action, typed });
      const { state, answer } = id ? await store.interactions.settled(id) : {};
      return state === "answered" ? (answer.options ?? []).map((option) => ({ name: option.text.text, value: option.value })) : null;
    },
    useShortcut: (message, name) => interact("shortcut", { message_id: message.id, name }),
    pickPrompt: (title) => act("prompt", { ...me(), title }),
    stop: () => act("stop", { ...me(), channel_id: store.view }),
    closeForm: (id) => act("close_view", { ...me(), view_id: id }),
    async sendForm(viewId, answers) {
      const id = await interact("form", { view_id: viewId, answers });
      if (!id) return "It was not sent: change what is wrong, or try it again.";
      const { state, answer } = await store.interactions.settled(id);
      if (state !== "answered") return "The application did not respond: try it again, nothing is lost.";
      return answer?.response_action === "errors" ? Object.values(answer.errors).join(" ") : null;
    },
  };
}
