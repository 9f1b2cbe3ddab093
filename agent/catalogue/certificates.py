"""Certificates as ages: from which age a title is meant to be watched, over the codes of several countries."""

import re

# US film, US television, Indian and plain-age codes, folded to capitals. The old Hollywood seals say no more than that the
# censor let the film pass: not for the smallest.
_AGES = {
    "TV-Y": 0, "TV-G": 0, "G": 0, "U": 0, "TV-Y7": 7, "TV-Y7-FV": 7, "UA 7+": 7, "PG": 8, "GP": 8, "TV-PG": 10, "PASSED": 10,
    "APPROVED": 10, "UA": 12, "U/A": 12, "12A": 12, "PG-13": 13, "UA 13+": 13, "TV-14": 14, "M": 15, "UA 16+": 16, "R": 17,
    "TV-MA": 17, "NC-17": 18, "A": 18, "X": 18, "ALL": 0, "7+": 7, "13+": 13, "16+": 16, "18+": 18,
}  # fmt: skip
_PLAIN_AGE = re.compile(r"(?:FSK\s*)?(\d{1,2})\+?")


def certificate_age(code: str | None) -> int | None:
    """The age in years from which `code` allows a title; None for an unknown code, "NR" and "UR", which say nothing."""
    plain = " ".join((code or "").upper().split())
    if plain in _AGES:
        return _AGES[plain]
    match = _PLAIN_AGE.fullmatch(plain)
    return int(match[1]) if match and int(match[1]) <= 21 else None
