"""What crosses Redis comes out as it went in."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.contract import (
    Citation,
    ContractError,
    Decision,
    Entry,
    GenerationStarted,
    GraphEnd,
    GraphStart,
    HistoryMessage,
    InterruptAck,
    NodeEnd,
    NodeOutput,
    NodeStart,
    ResponseChunk,
    ResponseDone,
    RunError,
    RunRequest,
    SummaryDone,
    SummaryRequest,
    ThinkingEnd,
    ThinkingStart,
    TitleRef,
    Usage,
    event_name,
    read_request,
    write_request,
)

TEXT = st.text(max_size=40)
TITLES = st.lists(
    st.builds(TitleRef, TEXT, TEXT, st.none() | st.integers(1900, 2100), st.lists(TEXT).map(tuple)), max_size=3
).map(tuple)
DATA = st.dictionaries(TEXT, st.none() | st.booleans() | st.integers(-9, 9) | TEXT | st.lists(TEXT, max_size=2), max_size=3)
USAGE = st.builds(Usage, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.floats(0, 9), st.integers(0, 3))
EVENTS = st.one_of(
    st.sampled_from([GenerationStarted(), ThinkingStart(), ThinkingEnd(), GraphStart()]),
    st.builds(GraphEnd, st.lists(TEXT).map(tuple), st.floats(0, 1e6)),
    st.builds(NodeStart, TEXT),
    st.builds(NodeEnd, TEXT, st.floats(0, 1e6)),
    st.builds(NodeOutput, TEXT, DATA),
    st.builds(ResponseChunk, TEXT),
    st.builds(
        ResponseDone,
        text=TEXT,
        decision=st.sampled_from(get_args(Decision)),
        contextualized_question=TEXT,
        media_type=st.none() | TEXT,
        filters=DATA,
        titles=TITLES,
        citations=st.lists(st.builds(Citation, st.integers(1, 9), TEXT, TEXT), max_size=2).map(tuple),
        usage=USAGE,
        needs_reask=st.booleans(),
        mend=TEXT,
    ),
    st.builds(SummaryDone, TEXT, TEXT, USAGE),
    st.builds(InterruptAck, TEXT),
    st.builds(RunError, st.sampled_from(["internal", "model_timeout"]), TEXT, st.booleans(), TEXT, TEXT),
)
RUN_REQUESTS = st.builds(
    RunRequest,
    run_id=TEXT,
    conversation_id=TEXT,
    question=TEXT,
    history=st.lists(
        st.builds(HistoryMessage, st.sampled_from(["user", "assistant"]), TEXT, TITLES, st.booleans(), short=TEXT), max_size=3
    ).map(tuple),
    reask_count=st.integers(0, 5),
    display_name=TEXT,
    exclude=st.lists(TEXT, max_size=3).map(tuple),
)
REQUESTS = RUN_REQUESTS | st.builds(SummaryRequest, TEXT, TEXT, TEXT)


@given(EVENTS)
def test_every_event_survives_the_wire(event: object) -> None:
    """An entry read back equals the entry written."""
    entry = Entry("run", 3, 2, 1234.5, event)  # type: ignore[arg-type]
    assert entry == Entry.from_fields(entry.to_fields())


@given(REQUESTS)
def test_every_request_survives_the_wire(request: RunRequest | SummaryRequest) -> None:
    """A request read back equals the request written."""
    assert request == read_request(write_request(request))


def test_event_names_are_those_of_the_design() -> None:
    """Readers in other languages rely on the names."""
    assert ["generation_started", "node_output", "response_chunk", "response_done", "interrupt_ack", "error"] == [
        event_name(event)
        for event in (
            GenerationStarted(),
            NodeOutput("router"),
            ResponseChunk("a"),
            ResponseDone("a"),
            InterruptAck(),
            RunError("internal", "m", retryable=True),
        )
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"v": "1"},
        {"v": "2", "run_id": "r", "seq": "1", "attempt": "1", "type": "graph_start", "data": "{}", "ts": "1"},
        {"v": "1", "run_id": "r", "seq": "x", "attempt": "1", "type": "graph_start", "data": "{}", "ts": "1"},
        {"v": "1", "run_id": "r", "seq": "1", "attempt": "1", "type": "no_such_event", "data": "{}", "ts": "1"},
        {"v": "1", "run_id": "r", "seq": "1", "attempt": "1", "type": "node_start", "data": "[", "ts": "1"},
        {"v": "1", "run_id": "r", "seq": "1", "attempt": "1", "type": "node_start", "data": '{"nodes": 1}', "ts": "1"},
    ],
)
def test_what_is_no_entry_is_refused(fields: dict[str, str]) -> None:
    """Unknown versions, types and shapes raise one error that readers can skip by."""
    with pytest.raises(ContractError):
        Entry.from_fields(fields)


@pytest.mark.parametrize("raw", ["", "[]", "{}", '{"v": 99}', json.dumps({"v": 1, "run_id": "r"})])
def test_what_is_no_request_is_refused(raw: str) -> None:
    """A worker can drop it and go on."""
    with pytest.raises(ContractError):
        read_request(raw)
