"""The figures that matter, for `/metrics`. Names follow Prometheus' conventions; times are seconds."""

from prometheus_client import Counter, Gauge, Histogram

from agent.contract import Usage

_SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0, 30.0, 90.0)

first_reaction = Histogram("matinee_first_reaction_seconds", "From an event to our first reaction.", buckets=_SECONDS)
first_text = Histogram("matinee_first_text_seconds", "From an event to the first visible text of its answer.", buckets=_SECONDS)
final_lag = Histogram("matinee_final_lag_seconds", "From a run's last event to the delivered final.", buckets=_SECONDS)
edits = Counter("matinee_edits_total", "Edits that the platforms took.")
posts = Counter("matinee_posts_total", "Messages posted.")
rate_limited = Counter("matinee_rate_limited_total", "Calls that a platform answered with a rate limit.")
turns = Counter("matinee_turns_total", "Turns by how they ended.", ["state"])
reasks = Counter("matinee_reasks_total", "Turns that ended in a clarifying question.")
model_calls = Counter("matinee_model_calls_total", "Calls to a language model.")
tokens = Counter("matinee_tokens_total", "Tokens of language models.", ["kind"])
cost = Counter("matinee_cost_usd_total", "What the models' providers charge, in US dollars, as LiteLLM reckons.")
summaries = Counter("matinee_summaries_total", "Long turns put into fewer words for later prompts, by outcome.", ["outcome"])
summary_tokens_saved = Counter(
    "matinee_summary_tokens_saved_total", "By how many tokens, about, short forms are shorter than their texts."
)
answers_open = Gauge("matinee_answers_open", "Answers that are being shown right now.")
refused = Counter("matinee_refused_calls_total", "Calls that count towards a ban of our address.", ["platform", "status"])
breaker = Gauge("matinee_breaker_level", "0: everything goes out; 1: finals and notices alone; 2: nothing.", ["platform"])
nights = Counter("matinee_nights_total", "Movie nights begun.")
nights_ended = Counter("matinee_nights_ended_total", "Movie nights by how they ended.", ["ending"])
ballots = Counter("matinee_ballots_total", "Ballots that movie nights took, changed ones too, by what was voted on.", ["kind"])


def count(usage: Usage) -> None:
    """Count what a run cost."""
    model_calls.inc(usage.model_calls)
    tokens.labels("prompt").inc(usage.prompt_tokens)
    tokens.labels("completion").inc(usage.completion_tokens)
    cost.inc(usage.cost_usd)
