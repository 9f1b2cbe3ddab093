"""Certificates as ages: from which age a title is meant to be watched, over the codes of several countries.

A code is the word of one country's board, and boards differ. US codes (G, PG, TV-Y …) name the children they are for and are
taken at their word, with one exception: PG of before July 1984 also covers what PG-13 was then made for. Other tables mix in
Indian codes, and these are no evidence for small children: U lets everybody in and UA asks for company below twelve, whatever
the film is for. Of the titles of the two usual tables that have both an Indian and a US code, of those with U 16 % are G, 40 %
PG, 44 % for thirteen and up, of those with UA none is below thirteen and half are R. So:

- U counts as PG where the genres speak for children as well, else from 13 on, as UA always does;
- horror, thrillers, crime and war with either from 16 on;
- the old Hollywood seals say no more than that the censor let a film pass: from 10 on, with those genres from 13 on;
- a title without any code whose genre is one of those is for grown-ups until somebody says otherwise.
"""

import re

from agent.catalogue.title import Title

_INDIAN = frozenset({"U", "UA", "U/A"})
_SEALS = frozenset({"PASSED", "APPROVED"})
_AGES = {
    "TV-Y": 0, "TV-G": 0, "G": 0, "U": 0, "TV-Y7": 7, "TV-Y7-FV": 7, "UA 7+": 7, "PG": 8, "GP": 8, "TV-PG": 10, "PASSED": 10,
    "APPROVED": 10, "UA": 12, "U/A": 12, "12A": 12, "PG-13": 13, "UA 13+": 13, "TV-14": 14, "M": 15, "UA 16+": 16, "R": 17,
    "TV-MA": 17, "NC-17": 18, "A": 18, "X": 18, "ALL": 0, "7+": 7, "13+": 13, "16+": 16, "18+": 18,
}  # fmt: skip
_PLAIN_AGE = re.compile(r"(?:FSK\s*)?(\d{1,2})\+?")
_HARSH = frozenset({"horror", "thriller", "crime", "war"})
_NOT_FOR_SMALL = _HARSH | {"action", "drama", "romance", "anime"}
_PG13_SINCE = 1984
_PG, _TEEN, _RESTRICTED, _GROWN = 8, 13, 16, 18


def certificate_age(code: str | None) -> int | None:
    """The age in years from which `code` allows a title; None for an unknown code, "NR" and "UR", which say nothing."""
    plain = _plain(code)
    if plain in _AGES:
        return _AGES[plain]
    match = _PLAIN_AGE.fullmatch(plain)
    return int(match[1]) if match and int(match[1]) <= 21 else None


def viewing_age(title: Title) -> int | None:
    """The age in years from which there is evidence that `title` may be watched; None where nothing tells.

    Never below what the code itself says.
    """
    code, genres = _plain(title.certificate), frozenset(title.genres)
    harsh = bool(genres & _HARSH)
    stated = certificate_age(code)
    if stated is None:
        return _GROWN if harsh else None
    if code in _INDIAN:
        for_small = code == "U" and _speaks_for_small(genres)
        return _PG if for_small else _RESTRICTED if harsh else _TEEN
    if code in _SEALS:
        return _TEEN if harsh else stated
    if code in {"PG", "GP"} and title.year is not None and title.year <= _PG13_SINCE and (harsh or "action" in genres):
        return _TEEN
    return stated


def _speaks_for_small(genres: frozenset[str]) -> bool:
    """Family films, and animated comedies or adventures; nothing that has a grown-up genre beside."""
    return ("family" in genres or {"animation", "comedy"} <= genres) and not genres & _NOT_FOR_SMALL


def _plain(code: str | None) -> str:
    return " ".join((code or "").upper().split())
