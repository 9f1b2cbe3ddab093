"""What has been spent and what calls in flight may still cost, against a budget. Pure."""

from dataclasses import dataclass

from agent.llm_price import Tariff


@dataclass(slots=True)
class Purse:
    """A budget in US dollars (None: no bound). A call is reserved before it is made and settled after it.

    Without a known price nothing is counted, and a budget makes no sense.
    """

    tariff: Tariff
    budget: float | None = None
    spent: float = 0.0
    reserved: float = 0.0

    def reserve(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What such a call may cost, set aside; None where the budget no longer allows it."""
        cost = self.tariff.cost(prompt_tokens, completion_tokens) or 0.0
        if self.budget is not None and self.spent + self.reserved + cost > self.budget:
            return None
        self.reserved += cost
        return cost

    def settle(self, reserved: float, cost: float) -> None:
        """A call is over: it cost this in place of what was set aside."""
        self.reserved -= reserved
        self.spent += cost
