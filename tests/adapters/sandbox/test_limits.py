"""The limiter on a clock that the test holds."""

from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.discord.limits import NO_LIMITS, REAL_LIMITS, Limiter, Limits, Rule
from tests.adapters.sandbox.conftest import Clock


@given(
    st.integers(1, 6),
    st.floats(0.1, 10.0),
    st.lists(st.floats(0.0, 4.0), max_size=60),
)
def test_never_more_than_the_limit_in_a_window_and_waiting_always_helps(limit: int, per: float, pauses: list[float]) -> None:
    """However requests are spaced: no window of the rule's length that opens with a passed request holds more than its limit,
    and a refused request passes after `retry_after`."""
    clock = Clock()
    limiter = Limiter(Limits(per_second=None, rules={"b": Rule(limit, per)}), clock)
    opened, passed_in_window = None, 0
    for pause in pauses:
        clock.seconds += pause
        verdict = limiter.take("b", "1")
        if verdict.retry_after is not None:
            assert verdict.remaining == 0
            clock.seconds += verdict.retry_after
            verdict = limiter.take("b", "1")
            assert verdict.retry_after is None
        if opened is None or clock.seconds >= opened + per:
            opened, passed_in_window = clock.seconds, 0
        passed_in_window += 1
        assert passed_in_window <= limit
        assert verdict.remaining == limit - passed_in_window
        assert 0 <= verdict.reset_after <= per + 0.002  # rounded up to milliseconds


@given(st.lists(st.sampled_from(["1", "2", "3"]), max_size=40))
def test_places_do_not_share_a_bucket(majors: list[str]) -> None:
    """What one channel uses up leaves the others alone."""
    limiter = Limiter(Limits(per_second=None, rules={"b": Rule(4, 5.0)}), Clock())
    passed = [major for major in majors if limiter.take("b", major).retry_after is None]
    assert all(passed.count(major) == min(4, majors.count(major)) for major in "123")


def test_the_limit_over_all_routes() -> None:
    """The 51st request of a second is refused globally, whatever its bucket, and uses no bucket up."""
    clock = Clock()
    limiter = Limiter(REAL_LIMITS, clock)
    for number in range(50):
        assert limiter.take("message_create", str(number)).retry_after is None
    refused = limiter.take("message_create", "x")
    assert (refused.scope, refused.retry_after, refused.bucket) == ("global", 1.0, None)
    assert refused.headers(clock()) == {"Retry-After": "1", "X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
    clock.seconds += 1
    assert limiter.take("message_create", "x").remaining == 4
    assert limiter.refused == 1


def test_buckets_of_posts_and_edits_are_separate() -> None:
    """Posting to the limit leaves edits free, under another bucket name."""
    limiter = Limiter(REAL_LIMITS, Clock())
    posts = [limiter.take("message_create", "1") for _ in range(6)]
    edit = limiter.take("message_edit", "1")
    assert posts[-1].retry_after is not None
    assert edit.retry_after is None
    assert edit.bucket != posts[0].bucket


def test_no_limits_refuse_nothing_and_send_no_headers() -> None:
    """For tests of other things limits can be put off."""
    limiter = Limiter(NO_LIMITS, Clock())
    verdicts = [limiter.take("reactions", "1") for _ in range(200)]
    assert all(verdict.retry_after is None and verdict.headers(0.0) == {} for verdict in verdicts)


def test_scaled_limits_are_the_same_in_shorter_windows() -> None:
    """Scaling shortens every window and changes no count."""
    scaled = REAL_LIMITS.scaled(10)
    assert scaled.rules["message_edit"] == Rule(5, 0.5)
    assert all(scaled.rules[name].limit == rule.limit for name, rule in REAL_LIMITS.rules.items())
