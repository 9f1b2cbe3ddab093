"""Forms (modals), checked and completed as Discord does (https://discord.com/developers/docs/components/reference#label)."""

from collections.abc import Mapping

from adapters.sandbox.discord.components import CUSTOM_ID, Kind, Reader, walk, with_ids
from adapters.sandbox.discord.errors import JsonObject, invalid_at
from adapters.sandbox.discord.fields import Path, text

TITLE = 45
FIELDS = 5
LABEL = 45
ANSWER = 4000


def read_form(raw: JsonObject) -> JsonObject:
    """A form as people see it, each component with its id. Raises 50035 with the path of what is wrong."""
    inner = raw.get("components")
    if not isinstance(inner, list) or not 1 <= len(inner) <= FIELDS:
        raise invalid_at(("data", "components"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {FIELDS} in length.")
    reader = FormReader()
    read = tuple(reader.part(("data", "components", number), one) for number, one in enumerate(inner))
    return {
        "custom_id": text(("data",), raw, "custom_id", CUSTOM_ID, least=1, needed=True),
        "title": text(("data",), raw, "title", TITLE, least=1, needed=True),
        "components": list(with_ids(read)),
    }


class FormReader(Reader):
    """Reads labels with a text field or a select, old action rows with a text field, and text displays."""

    def __init__(self) -> None:
        super().__init__(_no_media)

    def part(self, path: Path, raw: object) -> JsonObject:
        """One part of a form."""
        if not isinstance(raw, dict):
            raise invalid_at(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        match raw.get("type"):
            case Kind.LABEL:
                return self.base(path, raw) | self._label(path, raw)
            case Kind.ROW:
                inner = raw.get("components")
                if not isinstance(inner, list) or len(inner) != 1:
                    raise invalid_at((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1 in length.")
                return self.base(path, raw) | {"components": [self._field((*path, "components", 0), inner[0], labelled=True)]}
            case Kind.TEXT:
                return self.base(path, raw) | self.text_display(path, raw)
            case _:
                raise invalid_at((*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).')

    def _label(self, path: Path, raw: JsonObject) -> JsonObject:
        found: JsonObject = {
            "label": text(path, raw, "label", LABEL, least=1, needed=True),
            "component": self._field((*path, "component"), raw.get("component"), labelled=False),
        }
        description = text(path, raw, "description", 100)
        return found if description is None else found | {"description": description}

    def _field(self, path: Path, raw: object, *, labelled: bool) -> JsonObject:
        if not isinstance(raw, dict) or raw.get("type") not in (Kind.TEXT_INPUT, Kind.SELECT):
            raise invalid_at((*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (3, 4).')
        required: JsonObject = {"required": raw.get("required") is not False}
        if raw["type"] == Kind.SELECT:
            return self.base(path, raw) | self.select(path, raw) | required
        if raw.get("style") not in (1, 2):
            raise invalid_at((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
        least, most = raw.get("min_length") or 0, raw.get("max_length") or ANSWER
        if not isinstance(least, int) or not isinstance(most, int) or not 0 <= least <= most <= ANSWER:
            raise invalid_at((*path, "max_length"), "NUMBER_TYPE_RANGE", f"int value should be between 1 and {ANSWER}.")
        found = self.base(path, raw) | required | {"custom_id": self.custom_id(path, raw), "style": raw["style"]}
        found |= {"min_length": least, "max_length": most}
        for name, longest in (("label", LABEL), ("value", ANSWER), ("placeholder", 100)):
            given = text(path, raw, name, longest, needed=labelled and name == "label")
            found |= {name: given} if given is not None else {}
        return found


def _no_media(_: str) -> JsonObject:
    raise LookupError


def submitted(form: JsonObject, answers: Mapping[str, str]) -> list[JsonObject]:
    """What a person typed, as an interaction carries it; a field that is not among the answers keeps what it showed.

    Raises 50035 for a field that is not there, is left empty though required, or has the wrong length.
    """
    parts = form["components"]
    fields = {str(one["custom_id"]): one for one in walk(parts if isinstance(parts, list) else []) if "custom_id" in one}
    for name in answers:
        if name not in fields:
            raise invalid_at(("data", name), "COMPONENT_VALIDATION_FAILED", "There is no field of this name.")
    return [_submitted(one, answers) for one in (parts if isinstance(parts, list) else [])]


def _submitted(part: JsonObject, answers: Mapping[str, str]) -> JsonObject:
    base: JsonObject = {"type": part["type"], "id": part["id"]}
    inner, rows = part.get("component"), part.get("components")
    if isinstance(inner, dict):
        return base | {"component": _submitted(inner, answers)}
    if isinstance(rows, list):
        return base | {"components": [_submitted(one, answers) for one in rows]}
    if "custom_id" not in part:
        return base
    name = str(part["custom_id"])
    if part["type"] == Kind.SELECT:
        return base | {"custom_id": name, "values": _chosen(part, answers.get(name))}
    value = answers.get(name, str(part.get("value", "")))
    least, most = part["min_length"], part["max_length"]
    needed = bool(part["required"])
    if (needed and not value) or (value and not int(str(least)) <= len(value) <= int(str(most))):
        raise invalid_at(("data", name), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return base | {"custom_id": name, "value": value}


def _chosen(part: JsonObject, answer: str | None) -> list[str]:
    options = part["options"]
    known = [str(one["value"]) for one in options] if isinstance(options, list) else []
    if answer is None and not part["required"]:
        return []
    if answer not in known:
        raise invalid_at(("data", str(part["custom_id"])), "BASE_TYPE_CHOICES", "The value is none of the choices.")
    return [answer]
