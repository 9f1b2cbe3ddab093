"""What people do with the app through slack-bolt: buttons, menus, commands, modals, App Home, answers by response URL."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.sandbox.slack import Refusal, SlackServer, World
from adapters.sandbox.slack.model import Interaction
from tests.adapters.sandbox.conftest import Clock
from tests.adapters.sandbox.slack.client import Bot
from tests.adapters.sandbox.slack.test_blocks import actions, button, feedback, menu, plain
from tests.adapters.sandbox.slack.test_chat import code

Reply = Callable[..., Awaitable[Any]]

NAME = {"type": "plain_text_input", "action_id": "name", "max_length": 20}
FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "form",
    "title": plain("Settings"),
    "submit": plain("Save"),
    "private_metadata": "kept",
    "blocks": [
        {"type": "input", "block_id": "who", "label": plain("Name"), "element": NAME},
        {
            "type": "input",
            "block_id": "what",
            "label": plain("Kind"),
            "optional": True,
            "element": menu(3) | {"action_id": "kind"},
        },
    ],
}


async def posted(bot: Bot, club: str, *blocks: dict[str, Any]) -> str:
    """The ts of a message with these blocks."""
    return str((await bot.client.chat_postMessage(channel=club, text="x", blocks=list(blocks)))["ts"])


async def settled(world: World, begun: Interaction) -> Interaction:
    """The interaction acknowledged or failed."""
    return await world.settled(begun)


def acknowledging(bot: Bot, kind: str, answer: Any = None) -> Callable[..., Awaitable[None]]:
    """A listener that keeps the payload and acknowledges it with an answer."""

    async def listener(ack: Reply, body: dict[str, Any]) -> None:
        await (ack() if answer is None else ack(answer))
        bot.keep(kind, body)

    return listener


async def test_a_button_brings_its_value_and_its_message(bot: Bot, world: World, ada: str, club: str) -> None:
    """The payload has the action, the message with its thread, who pressed it, and ways to answer."""
    bot.app.action("a")(acknowledging(bot, "clicked"))
    asked = world.person_says(ada, club, "x").ts
    sent = await bot.client.chat_postMessage(channel=club, thread_ts=asked, text="x", blocks=[actions(button(value="film-1"))])
    begun = world.person_clicks(ada, club, sent["ts"], "a")
    body = await bot.next("clicked")
    assert (body["actions"][0]["value"], body["user"]["id"], body["channel"]["id"]) == ("film-1", ada, club)
    assert (body["container"]["message_ts"], body["container"]["thread_ts"]) == (sent["ts"], asked)
    assert body["message"]["ts"] == sent["ts"]
    assert body["trigger_id"]
    assert (await settled(world, begun)).answer == {}


async def test_menus_and_feedback_buttons_bring_what_was_chosen(bot: Bot, world: World, ada: str, club: str) -> None:
    """A menu brings its option, feedback buttons the pressed one's value; what is not offered cannot be used."""
    bot.app.action("a")(acknowledging(bot, "chosen"))
    bot.app.action("0")(acknowledging(bot, "rated"))
    ts = await posted(bot, club, actions(menu(3)), feedback(1))
    world.person_selects(ada, club, ts, "a", "002")
    chosen = await bot.next("chosen")
    assert chosen["actions"][0]["selected_option"]["value"] == "002"
    (values,) = chosen["state"]["values"].values()
    assert values["a"]["selected_option"]["value"] == "002"
    world.person_clicks(ada, club, ts, "0", "1")
    assert (await bot.next("rated"))["actions"][0]["value"] == "1"
    for wrong in (
        lambda: world.person_selects(ada, club, ts, "a", "009"),
        lambda: world.person_clicks(ada, club, ts, "0", "7"),
        lambda: world.person_clicks(ada, club, ts, "nothing"),
        lambda: world.person_clicks(ada, club, ts, "a"),
    ):
        with pytest.raises(Refusal):
            wrong()


async def test_an_action_that_is_not_acknowledged_has_failed_after_three_seconds(
    bot: Bot, world: World, ada: str, club: str
) -> None:
    """Without ack nothing goes out; after three seconds the person sees that it failed, and a late ack changes nothing."""
    release = asyncio.Event()

    @bot.app.action("a")
    async def listener(ack: Reply) -> None:
        bot.keep("heard", None)
        await release.wait()
        await ack()
        bot.keep("done", None)

    begun = world.person_clicks(ada, club, await posted(bot, club, actions(button())), "a")
    await bot.next("heard")
    world.pass_time(2.9)
    assert world.interaction(begun.id).waiting
    world.pass_time(0.2)
    assert world.interaction(begun.id).failed
    release.set()
    await bot.next("done")
    assert world.interaction(begun.id).answer is None


async def test_a_command_is_answered_in_its_acknowledgement(bot: Bot, world: World, ada: str, ben: str, club: str) -> None:
    """The text of the acknowledgement is shown to the one who gave the command; in threads the client refuses commands."""
    bot.app.command("/matinee")(acknowledging(bot, "command", "Here is how"))
    begun = world.person_uses_command(ada, club, "/matinee", "help me")
    body = await bot.next("command")
    assert (body["command"], body["text"], body["user_id"], body["channel_id"]) == ("/matinee", "help me", ada, club)
    await settled(world, begun)
    assert [one.text for one in world.messages_in(club, seen_by=ada)] == ["Here is how"]
    assert world.messages_in(club, seen_by=ben) == []
    asked = world.person_says(ada, club, "x").ts
    for refused in (("/matinee", asked), ("/other", None)):
        with pytest.raises(Refusal):
            world.person_uses_command(ada, club, refused[0], thread_ts=refused[1])


async def test_a_response_url_answers_five_times_in_thirty_minutes(
    bot: Bot, world: World, ada: str, club: str, clock: Clock
) -> None:
    """It whispers, speaks to all, replaces and deletes its message; the sixth use and one that is too late are refused."""
    bot.app.action("a")(acknowledging(bot, "clicked"))
    ts = await posted(bot, club, actions(button()))
    world.person_clicks(ada, club, ts, "a")
    url = (await bot.next("clicked"))["response_url"]
    answer = AsyncWebhookClient(url)
    assert (await answer.send(text="for you")).body == "ok"
    await answer.send(text="for all", response_type="in_channel")
    await answer.send(text="changed", replace_original=True)
    assert [one.text for one in world.messages_in(club, seen_by=ada)] == ["changed", "for you", "for all"]
    await answer.send(delete_original=True)
    assert [one.text for one in world.messages_in(club)] == ["for all"]
    assert (await answer.send(text="fifth")).status_code == 200
    sixth = await answer.send(text="sixth")
    assert (sixth.status_code, "used_url" in sixth.body) == (404, True)
    again = await posted(bot, club, actions(button()))
    world.person_clicks(ada, club, again, "a")
    late = AsyncWebhookClient((await bot.next("clicked"))["response_url"])
    clock.seconds += 1801
    assert "expired_url" in (await late.send(text="late")).body


async def test_an_ephemeral_message_is_replaced_by_its_response_url_alone(bot: Bot, world: World, ada: str, club: str) -> None:
    """A button on it works for the one who sees it, and its response URL changes and removes it."""
    bot.app.action("a")(acknowledging(bot, "clicked"))
    ts = (await bot.client.chat_postEphemeral(channel=club, user=ada, text="x", blocks=[actions(button())]))["message_ts"]
    with pytest.raises(Refusal):
        world.person_clicks(world.person_named("Ben").id, club, ts, "a")
    world.person_clicks(ada, club, ts, "a")
    body = await bot.next("clicked")
    assert body["container"]["is_ephemeral"] is True
    answer = AsyncWebhookClient(body["response_url"])
    await answer.send(text="changed", replace_original=True)
    assert world.message(club, ts).text == "changed"
    await answer.send(delete_original=True)
    assert world.messages_in(club, seen_by=ada) == []


async def opened(bot: Bot, world: World, ada: str, club: str, view: dict[str, Any]) -> str:
    """The id of a modal that the app opened for a command."""

    @bot.app.command("/matinee")
    async def listener(ack: Reply, body: dict[str, Any]) -> None:
        await ack()
        bot.keep("view", (await bot.client.views_open(trigger_id=body["trigger_id"], view=view))["view"])

    world.person_uses_command(ada, club, "/matinee")
    return str((await bot.next("view"))["id"])


async def test_a_modal_is_filled_in_and_sent(bot: Bot, world: World, ada: str, club: str) -> None:
    """Its values come by block and action, with the metadata that the app put in; acknowledged it is closed."""
    bot.app.view("form")(acknowledging(bot, "sent"))
    view_id = await opened(bot, world, ada, club, FORM)
    begun = world.person_submits(ada, view_id, {"name": "Ada", "kind": "001"})
    view = (await bot.next("sent"))["view"]
    assert view["state"]["values"]["who"]["name"]["value"] == "Ada"
    assert view["state"]["values"]["what"]["kind"]["selected_option"]["value"] == "001"
    assert view["private_metadata"] == "kept"
    await settled(world, begun)
    assert world.view_of(ada) is None


async def test_a_modal_checks_what_its_client_would(bot: Bot, world: World, ada: str, club: str) -> None:
    """Empty, too long and unknown answers are not sent; the modal stays."""
    view_id = await opened(bot, world, ada, club, FORM)
    for answers in ({}, {"name": "x" * 21}, {"name": "Ada", "kind": "x"}, {"name": "Ada", "shoe": "44"}):
        with pytest.raises(Refusal):
            world.person_submits(ada, view_id, answers)
    assert world.view_of(ada) is not None


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ({"response_action": "errors", "errors": {"who": "Taken"}}, "Settings"),
        ({"response_action": "update", "view": FORM | {"title": plain("Again")}}, "Again"),
        ({"response_action": "push", "view": FORM | {"title": plain("More")}}, "More"),
        ({"response_action": "clear"}, None),
    ],
)
async def test_an_acknowledgement_leads_a_modal_on(
    bot: Bot, world: World, ada: str, club: str, answer: dict[str, Any], shown: str | None
) -> None:
    """errors leave it open, update changes it, push puts another on top, clear closes all."""

    @bot.app.view("form")
    async def listener(ack: Reply) -> None:
        await ack(**answer)

    begun = world.person_submits(ada, await opened(bot, world, ada, club, FORM), {"name": "Ada"})
    await settled(world, begun)
    found = world.view_of(ada)
    assert (found.body["title"]["text"] if found else None) == shown  # type: ignore[index]


async def test_triggers_live_three_seconds_and_open_one_view(bot: Bot, world: World, ada: str, club: str, clock: Clock) -> None:
    """Late, used and invented trigger ids each have their own refusal; the form that was refused is not open."""
    fresh, late = world.trigger(ada), world.trigger(ada)
    await bot.client.views_open(trigger_id=fresh, view=FORM)
    assert await code(bot.client.views_open(trigger_id=fresh, view=FORM)) == "exchanged_trigger_id"
    clock.seconds += 3.1
    assert await code(bot.client.views_open(trigger_id=late, view=FORM)) == "expired_trigger_id"
    assert await code(bot.client.views_open(trigger_id="1.x", view=FORM)) == "invalid_trigger_id"
    assert sum(1 for one in world.state.views.values() if one.open) == 1


async def test_views_are_pushed_three_deep_updated_by_hash_and_closed(bot: Bot, world: World, ada: str, club: str) -> None:
    """The fourth is one too many, an old hash is a conflict, and closing is told to whoever asked for it."""
    bot.app.view_closed("form")(acknowledging(bot, "closed"))
    form = FORM | {"notify_on_close": True}
    view = (await bot.client.views_open(trigger_id=world.trigger(ada), view=form))["view"]
    for _ in range(2):
        view = (await bot.client.views_push(trigger_id=world.trigger(ada, view_id=view["id"]), view=form))["view"]
    deepest = world.trigger(ada, view_id=view["id"])
    assert await code(bot.client.views_push(trigger_id=deepest, view=form)) == "push_limit_reached"
    changed = form | {"title": plain("Changed")}
    newer = (await bot.client.views_update(view_id=view["id"], hash=view["hash"], view=changed))["view"]
    assert newer["title"]["text"] == "Changed"
    assert await code(bot.client.views_update(view_id=view["id"], hash=view["hash"], view=form)) == "hash_conflict"
    world.person_closes(ada, view["id"])
    assert (await bot.next("closed"))["view"]["id"] == view["id"]
    assert await code(bot.client.views_update(view_id=view["id"], view=form)) == "not_found"


@pytest.mark.parametrize(
    ("view", "error"),
    [
        (FORM | {"type": "home"}, "invalid_arguments"),
        (FORM | {"title": plain("x" * 25)}, "invalid_blocks"),
        (FORM | {"title": None}, "invalid_blocks"),
        (FORM | {"private_metadata": "x" * 3001}, "invalid_blocks"),
        ({name: value for name, value in FORM.items() if name != "submit"}, "invalid_blocks"),
        (FORM | {"blocks": [{"type": "markdown", "text": "x"}]}, "invalid_blocks"),
    ],
)
async def test_views_that_are_refused(bot: Bot, world: World, ada: str, view: dict[str, Any], error: str) -> None:
    """Another type, too long a title or metadata, inputs without a button to send them, blocks for messages alone."""
    assert await code(bot.client.views_open(trigger_id=world.trigger(ada), view=view)) == error


async def test_the_home_is_published_and_used(bot: Bot, world: World, ada: str) -> None:
    """What the app publishes is seen by its person, comes with the next opening, and its buttons work."""
    bot.app.action("a")(acknowledging(bot, "clicked"))
    home = {"type": "home", "blocks": [actions(button(value="go"))]}
    first = (await bot.client.views_publish(user_id=ada, view=home))["view"]
    second = (await bot.client.views_publish(user_id=ada, view=home, hash=first["hash"]))["view"]
    assert first["id"] == second["id"]
    assert await code(bot.client.views_publish(user_id=ada, view=home, hash=first["hash"])) == "hash_conflict"
    world.person_opens_home(ada)
    assert (await bot.next_event("app_home_opened"))["view"]["id"] == first["id"]
    world.person_clicks_in_view(ada, first["id"], "a")
    body = await bot.next("clicked")
    assert (body["container"], body["actions"][0]["value"]) == ({"type": "view", "view_id": first["id"]}, "go")
    world.state.app.home_tab = False
    assert await code(bot.client.views_publish(user_id=ada, view=home)) == "not_enabled"


async def test_a_menu_that_asks_the_app_for_its_options(bot: Bot, world: World, ada: str, club: str) -> None:
    """What is typed into an external select is told, and the acknowledgement brings the choices."""
    options = [{"text": plain("Alien"), "value": "1"}]
    bot.app.options("title")(acknowledging(bot, "typed", {"options": options}))
    field = {"type": "input", "label": plain("Title"), "element": {"type": "external_select", "action_id": "title"}}
    view_id = await opened(bot, world, ada, club, FORM | {"blocks": [field]})
    found = await settled(world, world.person_types_option(ada, view_id, "title", "Ali"))
    assert (await bot.next("typed"))["value"] == "Ali"
    assert found.answer == {"options": options}


async def test_a_shortcut_brings_its_message(bot: Bot, world: World, ada: str, club: str) -> None:
    """A message's menu offers the app's shortcuts, and only those."""
    bot.app.message_shortcut("ask")(acknowledging(bot, "shortcut"))
    said = world.person_says(ada, club, "is it good?")
    with pytest.raises(Refusal):
        world.person_uses_shortcut(ada, club, said.ts, "ask")
    world.state.app.shortcuts = ("ask",)
    world.person_uses_shortcut(ada, club, said.ts, "ask")
    assert (await bot.next("shortcut"))["message"]["text"] == "is it good?"


async def test_a_response_url_that_never_was_or_brings_no_json(server: SlackServer, world: World, ada: str, club: str) -> None:
    """Both are refused with a status of their own."""
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{server.root_url}/response/none", json={"text": "x"}) as unknown:
            assert unknown.status == 404
        async with session.post(world.response_url(club, ada), data=b"{") as broken:
            assert broken.status == 400


async def test_menus_of_views_are_used_where_they_stand(bot: Bot, world: World, ada: str, ben: str) -> None:
    """A menu of the App Home brings its option and the view; nobody else has that view before them."""
    bot.app.action("a")(acknowledging(bot, "chosen"))
    home = {"type": "home", "blocks": [actions(menu(3))]}
    view_id = (await bot.client.views_publish(user_id=ada, view=home))["view"]["id"]
    world.person_selects_in_view(ada, view_id, "a", "002")
    chosen = await bot.next("chosen")
    assert (chosen["view"]["id"], chosen["actions"][0]["selected_option"]["value"]) == (view_id, "002")
    for wrong in (
        lambda: world.person_selects_in_view(ben, view_id, "a", "002"),
        lambda: world.person_submits(ada, view_id),
        lambda: world.person_clicks(ada, "C0", "1.1", "a"),
    ):
        with pytest.raises(Refusal):
            wrong()
    doubled = FORM | {"external_id": "mine"}
    await bot.client.views_open(trigger_id=world.trigger(ada), view=doubled)
    assert await code(bot.client.views_open(trigger_id=world.trigger(ada), view=doubled)) == "duplicate_external_id"
    assert (await bot.client.views_update(external_id="mine", view=FORM))["view"]["title"]["text"] == "Settings"
