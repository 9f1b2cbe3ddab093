"""An interaction's life against a model of it: whatever a bot does in whatever order and at whatever time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.discord import ApiError, World
from adapters.sandbox.discord import handlers_interactions as handlers
from adapters.sandbox.discord.call import Call
from adapters.sandbox.discord.model import Callback, Interaction
from tests.adapters.sandbox.conftest import Clock

Act = tuple[str, Any]
PRIVATE = 64
OK = 0

ACTS = st.one_of(
    st.tuples(st.just("wait"), st.sampled_from([1, 2, 3, 500, 901])),
    st.tuples(st.just("answer"), st.tuples(st.sampled_from([4, 5, 6, 8]), st.sampled_from([0, PRIVATE]))),
    st.tuples(st.just("follow"), st.sampled_from([0, PRIVATE])),
    st.tuples(st.just("edit"), st.just(None)),
    st.tuples(st.just("delete"), st.just(None)),
)


@dataclass
class Model:
    """What ought to happen: the code of each act (0: it went well) and what is to be seen. Each act's text is its number."""

    age: int = 0
    first: int | None = None
    failed: bool = False
    original: int | None = None  # the number of the act that made `@original`
    loading: bool = False
    shown: dict[int, tuple[str, bool]] = field(default_factory=dict)  # by act: text, and whether it is for the asker alone

    def wait(self, _: int, seconds: int) -> int:
        """Time passes."""
        self.age += seconds
        self.failed = self.failed or (self.first is None and self.age >= 3)
        return OK

    def answer(self, number: int, how: tuple[int, int]) -> int:
        """The first answer: a message, a promise of one, an update or suggestions (which a command cannot have)."""
        kind, flags = how
        if self.failed:
            return 10062
        if self.first is not None:
            return 40060
        if kind in (6, 8):
            return 50035
        self.first, self.original, self.loading = kind, number, kind == 5
        self.shown[number] = ("" if kind == 5 else str(number), bool(flags))
        return OK

    def follow(self, number: int, flags: int) -> int:
        """A follow-up, which keeps a promise or is a message of its own."""
        if self._closed():
            return self._closed()
        if self.loading and self.original in self.shown:
            return self.edit(number, None)
        self.shown[number] = (str(number), bool(flags))
        return OK

    def edit(self, number: int, _: None) -> int:
        """A change of the first message."""
        if self._closed():
            return self._closed()
        if self.original not in self.shown:
            return 10008
        self.loading = False
        self.shown[self.original] = (str(number), self.shown[self.original][1])
        return OK

    def delete(self, _number: int, _: None) -> int:
        """The first message goes."""
        if self._closed():
            return self._closed()
        return OK if self.original is not None and self.shown.pop(self.original, None) else 10008

    def _closed(self) -> int:
        return 10015 if self.first is None else 50027 if self.age > 900 else OK

    def texts(self, *, asker: bool) -> list[str]:
        """What somebody sees."""
        return [text for text, private in self.shown.values() if asker or not private]


class Real:
    """The same acts on the sandbox's handlers."""

    def __init__(self) -> None:
        clock = Clock()
        self.world = World(clock=clock)
        self.ada, self.ben = (self.world.person_named(name).id for name in ("Ada", "Ben"))
        self.club = self.world.channel_named("movie-club").id
        self.world.state.commands = [{"type": 1, "name": "help", "id": "1"}]
        self.begun: Interaction = self.world.person_uses_command(self.ada, self.club, "help")

    def do(self, number: int, act: Act) -> int:
        """The code of an act, 0 where it went well."""
        name, how = act
        match name:
            case "wait":
                self.world.pass_time(how)
                return OK
            case "answer":
                data = {"content": str(number), "flags": how[1]}
                return self._call(handlers.respond, {"type": how[0], "data": data}, interaction=self.begun.id)
            case "follow":
                return self._call(handlers.follow_up, {"content": str(number), "flags": how})
            case "edit":
                return self._call(handlers.edit_answer, {"content": str(number)}, message="@original")
            case _:
                return self._call(handlers.delete_answer, None, message="@original")

    def _call(self, handler: Callable[[Call], object], body: object, **params: str) -> int:
        common = {"application": self.world.state.application_id, "token": self.begun.token}
        try:
            handler(Call(self.world, "", common | params, body=body))
        except ApiError as refused:
            return refused.code
        return OK


@given(st.lists(ACTS, max_size=10))
def test_an_interaction_lives_as_discord_says(acts: list[Act]) -> None:
    """Each act gets the code that its time and its predecessors call for, and each person sees what they may."""
    model, real = Model(), Real()
    for number, act in enumerate(acts):
        assert real.do(number, act) == getattr(model, act[0])(number, act[1])
    for person, asker in ((real.ada, True), (real.ben, False)):
        seen = real.world.messages_in(real.club, seen_by=person)
        assert [one.content for one in seen] == model.texts(asker=asker)
    now = real.world.interaction(real.begun.id)
    assert (now.failed, now.answer) == (model.failed, None if model.first is None else Callback(model.first))
