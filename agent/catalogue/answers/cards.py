"""Titles as cards: their facts, a poster that a chat can show, and what outside sources add. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.catalogue.title import Title
from agent.contract import TitleCard, TitleRef

_FROM_TMDB = "Poster from TMDB (themoviedb.org)."
_POSTER_WIDTH = 300  # pixels: what a card shows on a phone, about 30 kB
# Amazon's image server scales by the last part of the address: `…._V1_UX67_CR0,0,67,98_AL_.jpg` is 67 pixels wide.
_IMDB_SIZE = re.compile(r"(https://m\.media-amazon\.com/images/M/[^/?#]+\._V1_)[^/?#]*\.jpg")
# TMDB's by a folder; w342 is one of the sizes that it offers (api: /configuration).
_TMDB_SIZE = re.compile(r"https?://image\.tmdb\.org/t/p/(?:original|w\d+)(/[^/?#]+)")
TMDB_IMAGES = "https://image.tmdb.org/t/p/w342"
_ADDRESS = re.compile(r"https://[^\s<>()]+")


@dataclass(frozen=True, slots=True)
class Extra:
    """What an outside source knows of a title. `where` are services that have it in the region that was asked for.

    `credits` are the sentences that the source's terms ask for where this is shown.
    """

    poster: str | None = None
    link: str | None = None
    where: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


def card(ref: TitleRef, title: Title, why: Sequence[str], extra: Extra | None = None, region: str = "") -> TitleCard:
    """The title's card; what the outside source knows comes before the catalogue's own."""
    own = poster(title.poster)
    made = TitleCard(
        ref=ref,
        media_type=title.media_type,
        runtime=title.runtime,
        seasons=title.seasons,
        certificate=title.certificate,
        rating=title.rating,
        genres=title.genres,
        countries=title.countries,
        poster=own,
        why=tuple(why),
        credits=(_FROM_TMDB,) if own and own.startswith(TMDB_IMAGES) else (),
    )
    if extra is None:
        return made
    return replace(
        made,
        poster=extra.poster or own,
        link=extra.link,
        where=extra.where,
        region=region if extra.where else "",
        credits=extra.credits or made.credits,
    )


def poster(address: str | None) -> str | None:
    """The address at a size that suits a card; None for one that is not https, which chats do not show."""
    if not address:
        return None
    if imdb := _IMDB_SIZE.fullmatch(address):
        return f"{imdb[1]}SX{_POSTER_WIDTH}.jpg"
    if tmdb := _TMDB_SIZE.fullmatch(address):
        return f"{TMDB_IMAGES}{tmdb[1]}"
    return address if _ADDRESS.fullmatch(address) else None
