"""The judge itself, which must be able to find fault, and the sandbox's own table of methods before it."""

from dataclasses import replace

import pytest

from adapters.sandbox.slack.call import Exchange
from adapters.sandbox.slack.methods import METHODS, PREFIXES
from tests.shared import shared
from tests.slack_methods import METHODS as FILES
from tests.slack_methods import UNDESCRIBED, described, judge, scopes

GOOD = Exchange(
    name="reactions.add",
    verb="POST",
    request={"channel": "C1", "timestamp": "1.1", "name": "eyes"},
    status=200,
    response={"ok": True},
    headers={},
    ms=1.0,
    at=0.0,
    applied=True,
)


def test_a_good_exchange_is_passed() -> None:
    """Nothing is found where nothing is wrong, nor in an answer that a fault made."""
    shaken = replace(GOOD, fault="Refuse", response={"ok": False, "error": "invented"})
    assert judge([GOOD, shaken]) == []


@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, name="reactions.addAll"),
        replace(GOOD, request={"channel": "C1", "timestamp": "1.1"}),
        replace(GOOD, request={**GOOD.request, "emoji": "eyes"}),
        replace(GOOD, response={"ok": False, "error": "invented"}),
        replace(GOOD, response={"ok": False, "error": "missing_scope", "needed": "chat:write", "provided": ""}),
        replace(GOOD, response={"ok": True, "reaction": "eyes"}),
        replace(GOOD, response={"ok": "yes"}),
    ],
)
def test_faults_are_found(wrong: Exchange) -> None:
    """Unknown methods, arguments, errors and fields, missing arguments, foreign scopes and wrong types."""
    assert judge([wrong])


def test_every_method_has_the_tier_and_the_scopes_of_its_file() -> None:
    """What the sandbox asks for is what Slack asks for."""
    shared(FILES)
    tiers = {"Tier 1": "tier1", "Tier 2": "tier2", "Tier 3": "tier3", "Tier 4": "tier4"}
    for name, method in METHODS.items():
        description = described(name)
        if description is None:
            assert name in UNDESCRIBED
            continue
        label = str(description["rate_limit"]["label"])
        assert method.rule == next((rule for tier, rule in tiers.items() if label.startswith(tier)), method.rule), name
        assert ("Special" in label) is (method.rule in ("post", "status", "hundreds")), name
        asked = set(method.scopes) | ({f"{one}:{method.by_kind}" for one in PREFIXES.values()} if method.by_kind else set())
        assert asked <= scopes(name), name
        assert bool(asked) is bool(scopes(name)), name
