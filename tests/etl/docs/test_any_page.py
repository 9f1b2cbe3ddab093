"""Pages that are broken in any way a person can break them."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etl.docs.chunks import chunks
from etl.docs.page import Page
from etl.docs.sources import SOURCES
from tests.etl.docs.pages import PATHS

_LINES = r"""
word|  word|- word|- a¶  - : word|> word|## Head {#x}|#### Head {/*y*/}|---|**word**|	word|&lt;word&gt;|\<word>|`<T>`|`
[word](#x)|[word]: y
```js|```|````|  ```|> ```|// @errors: 1|![word](z)|a < b > c
{{Glossary('word')}}|{{|}}|{/* word|*/}|<!--|-->|<Note>|</Note>|<DeepDive>|</DeepDive>|<PagesOnly>|</PagesOnly>|</div>
<div class="options-api">|<Sandpack>|<Challenges>|<br>|<table><tr><td>|</table>|<pre>|<A x={{b: '}'}} />
::note|::|:::tip|:::|:br|:badge[x]{y}|::card{title="word"}
"""
TABLE = "| a | b |\n| - | - |\n| c | d |"
PARTS = st.sampled_from(
    ["", TABLE, *(part.replace("¶", "\n") for line in _LINES.strip().split("\n") for part in line.split("|"))]
)


@pytest.mark.parametrize("corpus", list(SOURCES))
@settings(max_examples=40)
@given(
    parts=st.lists(PARTS, max_size=14), front=st.sampled_from(["", "---\ntitle: T\n---\n", "---\ntitle: `T\n---\n", "---\n"])
)
def test_no_page_upsets_its_loader(corpus: str, parts: list[str], front: str) -> None:
    """What is left open, closed twice or nested wrongly still makes a page and chunks, without marks of ours."""
    page = SOURCES[corpus].load(PATHS[corpus], front + "\n".join(parts))
    assert isinstance(page, Page)
    assert not re.search(r"[\ue000-\uf8ff]", page.markdown)
    found = chunks(page, SOURCES[corpus], limit=150)
    assert len({chunk.id for chunk in found}) == len(found)
    assert not any(re.search(r"[\ue000-\uf8ff]", chunk.text) for chunk in found)
