"""How people write the names of features of the web platform, and the keys that find them in MDN's data."""

import re

# What is spoken of by a name that its path and description do not have.
_SPOKEN = {
    "container-queries": "css.at-rules.container",
    "container-query": "css.at-rules.container",
    "css-nesting": "css.selectors.nesting",
    "cascade-layers": "css.at-rules.layer",
    "css-layers": "css.at-rules.layer",
    "css-grid": "css.properties.grid",
    "grid-layout": "css.properties.grid",
    "flexbox": "css.properties.flex",
    "css-variables": "css.properties.custom-property",
    "custom-properties": "css.properties.custom-property",
    "css-custom-properties": "css.properties.custom-property",
    "scroll-driven-animations": "css.properties.animation-timeline",
    "anchor-positioning": "css.properties.anchor-name",
    "view-transitions": "api.Document.startViewTransition",
    "popover-api": "html.global_attributes.popover",
    "fetch-api": "api.fetch",
    "top-level-await": "javascript.operators.await.top_level",
    "dynamic-import": "javascript.operators.import",
    "private-fields": "javascript.classes.private_class_fields",
    "service-worker": "api.ServiceWorker",
    "service-workers": "api.ServiceWorker",
    "custom-elements": "api.CustomElementRegistry",
    "shadow-dom": "api.ShadowRoot",
    "webgpu": "api.GPU",
}
_LEFT_OUT = re.compile(r"`|^:{1,2}|^@|^</?|/?>$|\([^()]*\)$|(?<=\.)prototype\.|_static\b")
_WITH_ATTRIBUTE = re.compile(r"<?(\w+)\s+([\w-]+)=[\"']?([\w-]+)[\"']?\s*/?>?")  # <input type="date">
_VALUE = re.compile(r"(?<=\w)\s*:\s*(?=\w)")  # text-wrap: balance


def key(name: str) -> str:
    """A name as the look-up has it: small letters, one kind of joint, no signs around it."""
    name = name.strip().strip("`").strip()
    if found := _WITH_ATTRIBUTE.fullmatch(name):
        name = f"{found[1]}.{found[2]}_{found[3]}"
    name = _VALUE.sub(".", _LEFT_OUT.sub("", _LEFT_OUT.sub("", name)))
    return re.sub(r"[\s_-]+", "-", name.strip().lower())


def keys_of(path: str, label: str) -> set[str]:
    """All keys that find a feature: its path, the ends of its path, and what it is called."""
    steps = path.split(".")
    ends = (".".join(steps[at:]) for at in range(max(0, len(steps) - 3), len(steps)))
    return {key(path), *map(key, ends), key(label)}


def meant(name: str) -> str:
    """The path of a feature that is spoken of by another name; "" for all others."""
    return _SPOKEN.get(key(name), "")


def places(name: str) -> tuple[str, ...]:
    """Where features stand that are written like this: `:has()`, `@container`, `<dialog>`; none where nothing tells."""
    name = name.strip().strip("`").strip()
    if name.startswith(":"):
        return ("css.selectors.",)
    if name.startswith("@"):
        return ("css.at-rules.",)
    if name.startswith("<"):
        return ("html.elements.", "svg.elements.", "mathml.elements.", "css.types.")
    return ()
