"""The limiter on a clock that the test holds."""

from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.slack.limits import NO_LIMITS, REAL_LIMITS, Limiter, Limits, Rule
from tests.adapters.sandbox.conftest import Clock


@given(st.integers(1, 6), st.floats(0.1, 10.0), st.lists(st.floats(0.0, 4.0), max_size=60))
def test_never_more_than_the_limit_in_any_window_and_waiting_always_helps(limit: int, per: float, pauses: list[float]) -> None:
    """However calls are spaced: no window of the rule's length holds more than its limit, and after Retry-After one passes."""
    clock = Clock()
    limiter = Limiter(Limits(rules={"r": Rule(limit, per)}), clock)
    passed: list[float] = []
    for pause in pauses:
        clock.seconds += pause
        wait = limiter.take("r", "m")
        if wait is not None:
            clock.seconds += wait
            assert limiter.take("r", "m") is None
        passed.append(clock.seconds)
        assert sum(1 for at in passed if at > clock.seconds - per) <= limit


@given(st.lists(st.tuples(st.sampled_from("mn"), st.sampled_from("123")), max_size=40))
def test_methods_and_channels_do_not_share_a_limit(calls: list[tuple[str, str]]) -> None:
    """What one method uses up in one channel leaves the others alone."""
    limiter = Limiter(Limits(rules={"r": Rule(3, 5.0)}), Clock())
    passed = [call for call in calls if limiter.take("r", *call) is None]
    assert all(passed.count(call) == min(3, calls.count(call)) for call in set(calls))


def test_scaled_limits_are_the_same_in_shorter_windows_and_none_refuse_nothing() -> None:
    """Scaling shortens every window and changes no count; without rules everything passes."""
    assert REAL_LIMITS.scaled(10).rules["tier3"] == Rule(50, 6.0)
    limiter = Limiter(NO_LIMITS, Clock())
    assert [limiter.take("tier1", "m") for _ in range(200)] == [None] * 200
    assert limiter.refused == 0
