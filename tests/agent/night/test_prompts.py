"""The prompts of movie nights load, name all that their agent can do, and leave no place empty."""

import json

from agent.evening import CANDIDATES, LABEL_LENGTH, OPTIONS, PICKS
from agent.night.actions import ACTIONS, SEARCH, Choice, Move, Recommendation, ToPerson
from agent.night.search_agent import SearchPlan, SearchResults, Submitted
from agent.night.tools import MOST, Query
from agent.nodes.prompting import prompt

_LEAD = ("allowed", "evening", "people", "contenders", "candidates", "found")


def test_the_lead_knows_every_action_its_parts_and_bounds() -> None:
    """Each action, each field of a move and each number of the contract stands in the prompt."""
    system, user = (message.content for message in prompt("night_lead", **dict.fromkeys(_LEAD, "x")))
    fields = {*Move.model_fields, *Choice.model_fields, *Recommendation.model_fields, *ToPerson.model_fields}
    assert all(f"`{name}`" in system for name in (*ACTIONS.values(), SEARCH, *fields))
    numbers = [f"{least} to {most}" for least, most in (OPTIONS, CANDIDATES, PICKS)]
    assert all(number in system for number in (*numbers, f"at most {LABEL_LENGTH} characters"))
    assert "{{" not in user


def test_the_search_agent_knows_both_tools_and_all_their_arguments() -> None:
    """Each tool, each argument and the limit stands in the prompt."""
    system, user = (message.content for message in prompt("night_plan", task="x", people="x"))
    names = {"embeddings_search", "keyword_search", *Query.model_fields, *SearchPlan.model_fields}
    assert all(f"`{name}`" in system for name in names)
    assert f"at most {MOST}" in system
    assert "{{" not in user


def test_the_search_agent_knows_how_results_are_submitted() -> None:
    """Each field of a result stands in the prompt."""
    system, user = (message.content for message in prompt("night_results", task="x", films="x"))
    assert all(f"`{name}`" in system for name in (*SearchResults.model_fields, *Submitted.model_fields))
    assert "{{" not in user


def test_schemas_are_such_as_strict_providers_take() -> None:
    """No schema names a default, in whatever depth, and what is left out or null is still read."""
    for written in (Move, SearchPlan, SearchResults):
        assert '"default"' not in json.dumps(written.model_json_schema())
    assert Query.model_validate({"tool": "keyword_search", "director": None, "limit": None}) == Query(tool="keyword_search")


def test_every_prompt_says_that_what_it_quotes_is_data() -> None:
    """Text in the tags is never an instruction."""
    for name in ("night_lead", "night_plan", "night_results"):
        assert "quoted data" in prompt(name)[0].content
