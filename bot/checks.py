"""What `matinee doctor` finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. `needed` False: Matinee works without it, and `detail` says what is different then."""

    name: str
    ok: bool
    detail: str
    mend: str = ""
    needed: bool = True
