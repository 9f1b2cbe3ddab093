"""Message components, checked and completed as Discord does (https://discord.com/developers/docs/components/reference).

Two kinds of message: action rows under a text, or with the flag IS_COMPONENTS_V2 components alone. Here are buttons, string
selects, sections, thumbnails, text displays, media galleries, separators and containers.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum

from adapters.sandbox.discord.errors import ApiError, JsonObject, invalid_at
from adapters.sandbox.discord.fields import Path, address, text

COMPONENTS = 40
"""Components of a v2 message, nested ones counted."""
DISPLAYED = 4000
"""Characters of all text displays of a message together."""
ROWS = 5
"""Action rows of a message without v2."""
ROW_BUTTONS = 5
SELECT_OPTIONS = 25
CUSTOM_ID = 100
LABEL = 80
GALLERY_ITEMS = 10
SECTION_TEXTS = 3


class Kind(IntEnum):
    """Component types by Discord's numbers."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


TOP_LEGACY = frozenset({Kind.ROW})
IN_CONTAINER = frozenset({Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.SEPARATOR})
TOP_V2 = IN_CONTAINER | {Kind.CONTAINER}
LINK_STYLE = 5


def read_components(raw: object, *, v2: bool, media: Callable[[str], JsonObject]) -> tuple[JsonObject, ...]:
    """A message's components as Discord stores them, each with its id. `media` makes the stored form of an address.

    Raises 50035 with the path of what is wrong.
    """
    return Reader(media).top(raw, v2=v2)


def walk(components: tuple[JsonObject, ...] | list[JsonObject]) -> Iterator[JsonObject]:
    """Every component, a parent before its children."""
    for one in components:
        yield one
        for key in ("components", "accessory", "component"):
            inner = one.get(key)
            if isinstance(inner, list):
                yield from walk(inner)
            elif isinstance(inner, dict):
                yield from walk([inner])


def with_ids(components: tuple[JsonObject, ...]) -> tuple[JsonObject, ...]:
    """Give every component without an id the lowest one that is free, in order. Raises 50035 for an id used twice."""
    taken: set[int] = set()
    for one in walk(components):
        number = one.get("id")
        if isinstance(number, int) and number:
            if number in taken:
                raise invalid_at(("components",), "COMPONENT_ID_DUPLICATED", f"Component id {number} is used twice.")
            taken.add(number)
    free = (number for number in range(1, len(taken) + 10_000) if number not in taken)
    for one in walk(components):
        if not one.get("id"):
            one["id"] = next(free)
    return components


class Reader:
    """Reads the components of one message or form, and counts what is counted over all of them."""

    def __init__(self, media: Callable[[str], JsonObject]) -> None:
        self._media = media
        self._count = 0
        self._displayed = 0
        self._custom_ids: set[str] = set()
        self._readers: dict[Kind, Callable[[Path, JsonObject], JsonObject]] = {
            Kind.ROW: self._row,
            Kind.BUTTON: self._button,
            Kind.SELECT: self.select,
            Kind.SECTION: self._section,
            Kind.TEXT: self.text_display,
            Kind.THUMBNAIL: self._thumbnail,
            Kind.GALLERY: self._gallery,
            Kind.SEPARATOR: self._separator,
            Kind.CONTAINER: self._container,
        }

    def top(self, raw: object, *, v2: bool) -> tuple[JsonObject, ...]:
        """All components of a message."""
        found = self._many(("components",), raw, TOP_V2 if v2 else TOP_LEGACY, COMPONENTS if v2 else ROWS)
        if self._count > COMPONENTS and v2:
            raise invalid_at(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"At most {COMPONENTS} in total.")
        return with_ids(tuple(found))

    def _many(
        self, path: Path, raw: object, allowed: frozenset[Kind], most: int, least: int = 0, count: bool = True
    ) -> list[JsonObject]:
        if not isinstance(raw, list) or not all(isinstance(one, dict) for one in raw):
            raise invalid_at(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        if not least <= len(raw) <= most:
            raise invalid_at(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return [self._one((*path, number), one, allowed) for number, one in enumerate(raw)]

    def _one(self, path: Path, raw: object, allowed: frozenset[Kind]) -> JsonObject:
        if not isinstance(raw, dict):
            raise invalid_at(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        kind = raw.get("type")
        if kind not in allowed:
            choices = ", ".join(str(int(one)) for one in sorted(allowed))
            raise invalid_at((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({choices}).')
        self._count += 1
        return self.base(path, raw) | self._readers[Kind(kind)](path, raw)

    def base(self, path: Path, raw: JsonObject) -> JsonObject:
        """Type and id, as given."""
        number = raw.get("id")
        if number is not None and (not isinstance(number, int) or number < 0):
            raise invalid_at((*path, "id"), "NUMBER_TYPE_COERCE", f'Value "{number}" is not int.')
        return {"type": raw["type"], "id": number or 0}

    # --- interactive

    def _row(self, path: Path, raw: JsonObject) -> JsonObject:
        inner = self._many((*path, "components"), raw.get("components"), frozenset({Kind.BUTTON, Kind.SELECT}), ROW_BUTTONS, 1)
        if len(inner) > 1 and any(one["type"] == Kind.SELECT for one in inner):
            raise invalid_at(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
        return {"components": inner}

    def custom_id(self, path: Path, raw: JsonObject) -> str:
        """The key of an interactive component: 1 to 100 characters, once in a message."""
        found = text(path, raw, "custom_id", CUSTOM_ID, least=1, needed=True) or ""
        if found in self._custom_ids:
            raise invalid_at((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        self._custom_ids.add(found)
        return found

    def _button(self, path: Path, raw: JsonObject) -> JsonObject:
        style = raw.get("style")
        if style not in range(1, LINK_STYLE + 1):
            raise invalid_at((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
        found: JsonObject = {"style": style, "disabled": raw.get("disabled") is True}
        label = text(path, raw, "label", LABEL)
        if label is None and not raw.get("emoji"):
            raise invalid_at((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
        found |= {"label": label} if label is not None else {}
        found |= {"emoji": _emoji(path, raw)} if raw.get("emoji") else {}
        if style != LINK_STYLE:
            if raw.get("url"):
                raise invalid_at((*path, "url"), "BUTTON_COMPONENT_INVALID_URL", "A url is for link buttons alone")
            return found | {"custom_id": self.custom_id(path, raw)}
        if raw.get("custom_id"):
            raise invalid_at((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_INVALID", "A link button has no custom id")
        return found | {"url": address(path, raw, "url", 512, ("http", "https", "discord"))}

    def select(self, path: Path, raw: JsonObject) -> JsonObject:
        """A string select."""
        options = raw.get("options")
        if not isinstance(options, list) or not 1 <= len(options) <= SELECT_OPTIONS:
            raise invalid_at((*path, "options"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {SELECT_OPTIONS} in length.")
        read = [_option((*path, "options", number), one) for number, one in enumerate(options)]
        values = [one["value"] for one in read]
        if len(set(map(str, values))) < len(values):
            raise invalid_at(
                (*path, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is used"
            )
        least, most = raw.get("min_values"), raw.get("max_values")
        least, most = 1 if least is None else least, 1 if most is None else most
        if not isinstance(least, int) or not isinstance(most, int) or not 0 <= least <= most or not 1 <= most <= len(options):
            raise invalid_at((*path, "max_values"), "NUMBER_TYPE_RANGE", "min_values and max_values do not fit the options.")
        if sum(one.get("default") is True for one in read) > most:
            raise invalid_at((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")
        found: JsonObject = {
            "custom_id": self.custom_id(path, raw),
            "options": read,
            "min_values": least,
            "max_values": most,
            "disabled": raw.get("disabled") is True,
        }
        placeholder = text(path, raw, "placeholder", 150)
        return found if placeholder is None else found | {"placeholder": placeholder}

    # --- shown

    def text_display(self, path: Path, raw: JsonObject) -> JsonObject:
        """A text display."""
        content = text(path, raw, "content", DISPLAYED, least=1, needed=True) or ""
        self._displayed += len(content)
        if self._displayed > DISPLAYED:
            raise invalid_at(
                ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"Total displayable text exceeds {DISPLAYED}"
            )
        return {"content": content}

    def _section(self, path: Path, raw: JsonObject) -> JsonObject:
        texts = self._many((*path, "components"), raw.get("components"), frozenset({Kind.TEXT}), SECTION_TEXTS, 1)
        accessory = self._one((*path, "accessory"), raw.get("accessory"), frozenset({Kind.BUTTON, Kind.THUMBNAIL}))
        return {"components": texts, "accessory": accessory}

    def _thumbnail(self, path: Path, raw: JsonObject) -> JsonObject:
        return self._shown_media(path, raw)

    def _gallery(self, path: Path, raw: JsonObject) -> JsonObject:
        items = raw.get("items")
        if not isinstance(items, list) or not 1 <= len(items) <= GALLERY_ITEMS:
            raise invalid_at((*path, "items"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {GALLERY_ITEMS} in length.")
        return {"items": [self._shown_media((*path, "items", number), one) for number, one in enumerate(items)]}

    def _shown_media(self, path: Path, raw: object) -> JsonObject:
        if not isinstance(raw, dict) or not isinstance(raw.get("media"), dict):
            raise invalid_at((*path, "media"), "BASE_TYPE_REQUIRED", "This field is required")
        url = address((*path, "media"), raw["media"], "url", 2048, ("http", "https", "attachment"))
        try:
            media = self._media(url)
        except LookupError:
            raise invalid_at((*path, "media", "url"), "MEDIA_ATTACHMENT_NOT_FOUND", "Attachment not found") from None
        return {
            "media": media,
            "description": text(path, raw, "description", 1024),
            "spoiler": raw.get("spoiler") is True,
        }

    def _separator(self, path: Path, raw: JsonObject) -> JsonObject:
        spacing = raw.get("spacing", 1)
        if spacing not in (None, 1, 2):
            raise invalid_at((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
        return {"spacing": spacing or 1, "divider": raw.get("divider") is not False}

    def _container(self, path: Path, raw: JsonObject) -> JsonObject:
        color = raw.get("accent_color")
        if color is not None and (not isinstance(color, int) or not 0 <= color <= 0xFFFFFF):
            raise invalid_at((*path, "accent_color"), "NUMBER_TYPE_RANGE", "int value should be between 0 and 16777215.")
        inner = self._many((*path, "components"), raw.get("components"), IN_CONTAINER, COMPONENTS, 1)
        return {"components": inner, "accent_color": color, "spoiler": raw.get("spoiler") is True}


def _option(path: Path, raw: object) -> JsonObject:
    if not isinstance(raw, dict):
        raise invalid_at(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    found: JsonObject = {
        "label": text(path, raw, "label", 100, least=1, needed=True),
        "value": text(path, raw, "value", 100, least=1, needed=True),
        "default": raw.get("default") is True,
    }
    description = text(path, raw, "description", 100)
    found |= {"description": description} if description is not None else {}
    return found | {"emoji": _emoji(path, raw)} if raw.get("emoji") else found


def _emoji(path: Path, raw: JsonObject) -> JsonObject:
    emoji = raw["emoji"]
    if not isinstance(emoji, dict) or emoji.get("id") is not None or not emoji.get("name"):
        raise invalid_at((*path, "emoji"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")  # this server has none of its own
    return {"name": emoji["name"]}


def clickable(components: tuple[JsonObject, ...], custom_id: str, kind: Kind) -> JsonObject:
    """The component that a person can use. Raises 50035 when it is not there or disabled."""
    for one in walk(components):
        if one.get("custom_id") == custom_id and one["type"] == kind:
            if one.get("disabled"):
                raise refused_click("COMPONENT_DISABLED", "This component is disabled.")
            return one
    raise refused_click("COMPONENT_VALIDATION_FAILED", "Component validation failed")


def refused_click(code: str, message: str) -> ApiError:
    """What a client gets that uses a component that cannot be used so."""
    return invalid_at(("data", "custom_id"), code, message)
