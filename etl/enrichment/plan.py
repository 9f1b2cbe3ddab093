"""Which titles are to be written about, in which order, in which calls, and about what that takes. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.catalogue.title import Title
from agent.llm import ChatMessage
from agent.llm_price import Tariff
from agent.nodes.prompting import data, prompt
from etl.enrichment.facts import Subject
from etl.enrichment.store import Written
from etl.essence import LONGEST

# Several at once share the instructions, which are as long as three titles' facts; with many more, small models mix them up.
BATCH = 6
# A model on one's own machine is small and slow: one note is written well and in time.
BATCH_OWN = 1
_SIGNS_A_TOKEN = 4  # English, roughly, with any tokenizer
_TOKENS_A_NOTE = 110  # of some 350 characters, with the JSON around it
_MOST_TOKENS_A_NOTE = LONGEST // 3 + 30  # characters of a long one, in the shortest tokens


@dataclass(frozen=True, slots=True)
class Plan:
    """The catalogue's number of titles, how many of them lack an essence, and those to write about, in batches of one call."""

    titles: int
    lacking: int
    batches: tuple[tuple[Subject, ...], ...]

    @property
    def wanted(self) -> int:
        """How many titles are to be written about."""
        return sum(map(len, self.batches))


@dataclass(frozen=True, slots=True)
class Estimate:
    """About what something takes. `usd` is None when the price is unknown."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    usd: float | None


def plan(
    titles: Sequence[Title],
    written: Mapping[bytes, Written],
    reviews: Mapping[str, tuple[str, ...]],
    *,
    limit: int | None,
    batch: int,
) -> Plan:
    """What to write of `titles`, which are as their sources and the package have them; `reviews` are by title id.

    The best-known come first, those tried in vain last. A title whose facts or reviews are not those that its essence was
    written from is wanted anew.
    """
    subjects = {subject.key: subject for subject in _subjects(titles, reviews)}
    lacking = [subject for key, subject in subjects.items() if _is_wanted(subject, written.get(key))]
    lacking.sort(key=lambda subject: subject.key in written and not written[subject.key].essence)
    wanted = lacking if limit is None else lacking[:limit]
    return Plan(
        titles=len(titles),
        lacking=len(lacking),
        batches=tuple(tuple(wanted[start : start + batch]) for start in range(0, len(wanted), batch)),
    )


def messages(subjects: Sequence[Subject], faults: Mapping[int, str]) -> list[ChatMessage]:
    """The prompt for these; `faults` says by place what was wrong with an earlier output."""
    return prompt(
        "essence",
        entries="\n".join(f"[{number}] {data(subject.text)}" for number, subject in enumerate(subjects, 1)),
        faults="\n".join(f"[{place + 1}] {fault}" for place, fault in sorted(faults.items())) or "none",
    )


def estimate(batches: Iterable[Sequence[Subject]], tariff: Tariff) -> Estimate:
    """About what all batches take, nothing asked twice."""
    calls = prompt_tokens = notes = 0
    for batch in batches:
        calls += 1
        notes += len(batch)
        prompt_tokens += tokens_of(messages(batch, {}))
    written = notes * _TOKENS_A_NOTE
    return Estimate(calls, prompt_tokens, written, tariff.cost(prompt_tokens, written))


def tokens_of(prompt: Sequence[ChatMessage]) -> int:
    """About how many tokens a prompt has."""
    return -(-sum(len(message.content) for message in prompt) // _SIGNS_A_TOKEN)


def most_written(count: int) -> int:
    """The tokens that `count` notes take when all are long."""
    return count * _MOST_TOKENS_A_NOTE


def _subjects(titles: Iterable[Title], reviews: Mapping[str, tuple[str, ...]]) -> Iterable[Subject]:
    for title in sorted(titles, key=lambda title: (-(title.votes or 0), -(title.rating or 0.0), title.id)):
        if not title.essence:
            yield Subject.of(title, reviews.get(title.id, ()))


def _is_wanted(subject: Subject, written: Written | None) -> bool:
    if written is None or not written.essence:
        return True
    return bool(subject.reviews) and written.reviewed != subject.reviewed
