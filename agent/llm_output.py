"""Reading a structured output: models put fences, prose and reasoning around the JSON that they were asked for."""

import json
import re

from pydantic import ValidationError

from agent.llm import SchemaT, Unreadable

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)


def read(text: str, schema: type[SchemaT]) -> SchemaT:
    """The first JSON object in `text` that fits the schema. Raises Unreadable."""
    plain = _THINKING.sub("", text)
    decoder = json.JSONDecoder()
    for match in re.finditer(r"\{", plain):
        try:
            value, _ = decoder.raw_decode(plain, match.start())
            return schema.model_validate(value)
        except (ValueError, ValidationError, RecursionError):
            continue
    raise Unreadable(f"no {schema.__name__} in an output of {len(text)} characters")
