"""Questions for documentation's exact tools with the call each makes, and questions that only look so."""

from agent.catalogue.speech.voice import Voice
from agent.docs.tools.calls import CheckContrast, CompareSpecificity, DocsCall, TellSupport


def contrast(front: str, back: str = "") -> CheckContrast:
    """Two colours, or one on white."""
    return CheckContrast(foreground=front, background=back)


def specific(*selectors: str) -> CompareSpecificity:
    """Selectors in their order."""
    return CompareSpecificity(selectors=selectors)


def support(*features: str, on: tuple[str, ...] = (), also: tuple[str, ...] = (), unclear: bool = False) -> TellSupport:
    """Features by their paths."""
    return TellSupport(features=features, browsers=on, also=also, unclear=unclear)


HAS, IS, DIALOG, GAP = "css.selectors.has", "css.selectors.is", "html.elements.dialog", "css.properties.gap"
RATIO, MEDIA_RATIO = "css.properties.aspect-ratio", ("css.at-rules.media.aspect-ratio",)
POPOVER, CONTAINER, CHAINING = (
    "html.global_attributes.popover",
    "css.at-rules.container",
    "javascript.operators.optional_chaining",
)
BALANCE = "css.properties.text-wrap.balance"
SUBGRIDS = ("css.properties.grid-template-columns.subgrid", "css.properties.grid-template-rows.subgrid")
SAFARI, FIREFOX, CHROME = ("safari",), ("firefox",), ("chrome",)

PHRASINGS: tuple[tuple[Voice | None, str, DocsCall], ...] = (
    ("en", "What is the contrast ratio of #777 on #fff?", contrast("#777", "#fff")),
    ("en", "contrast of `#777` and `#fff`", contrast("#777", "#fff")),
    ("en", "Does #767676 on white pass AA?", contrast("#767676", "white")),
    ("en", "Is white text on #0a84ff readable?", contrast("white", "#0a84ff")),
    ("en", "Is rebeccapurple on light gray accessible?", contrast("rebeccapurple", "lightgray")),
    ("en", "contrast between rgb(0 0 0 / 60%) and hsl(210 50% 90%)", contrast("rgb(0 0 0 / 60%)", "hsl(210 50% 90%)")),
    ("en", "Background #fff, text #777: does it meet WCAG AA?", contrast("#777", "#fff")),
    ("en", "text #777 background #fff, what contrast is that?", contrast("#777", "#fff")),
    ("en", "on a #222 background is #aaa text enough contrast?", contrast("#aaa", "#222")),
    ("en", "#222 background with #aaa text: contrast?", contrast("#aaa", "#222")),
    ("en", "What contrast does oklch(0.6 0.1 250) have?", contrast("oklch(0.6 0.1 250)")),
    ("en", "contrast #12345 on white", contrast("#12345", "white")),
    ("hu", "Mennyi a kontrasztja a #777 szövegnek fehér háttéren?", contrast("#777", "white")),
    ("hu", "Megfelel az AA szintnek a #595959 a #fff-en?", contrast("#595959", "#fff")),
    ("hu", "A szürke szöveg fehéren olvasható?", contrast("gray", "white")),
    ("hu", "Milyen a kontraszt rgb(100, 100, 100) és fekete között?", contrast("rgb(100, 100, 100)", "black")),
    ("hu", "#336699 és #ffffff kontrasztarány", contrast("#336699", "#ffffff")),
    ("de", "Wie hoch ist der Kontrast von #777 auf Weiß?", contrast("#777", "white")),
    ("fr", "Quel est le contraste de #777 sur blanc ?", contrast("#777", "white")),
    ("es", "¿Qué contraste tiene #777 sobre blanco?", contrast("#777", "white")),
    ("en", "What's the specificity of `#nav .item a:hover`?", specific("#nav .item a:hover")),
    ("en", "specificity of #nav .item a:hover", specific("#nav .item a:hover")),
    ("en", "specificity of ul li", specific("ul li")),
    ("en", "specificity of a > b", specific("a > b")),
    ("en", "What is the specificity of [href]?", specific("[href]")),
    ("en", "Which is more specific, `.a .b` or `#c`?", specific(".a .b", "#c")),
    ("en", "Which selector wins: `#nav a` or `.menu .item a`?", specific("#nav a", ".menu .item a")),
    ("en", "Compare specificity: .a.b vs div p", specific(".a.b", "div p")),
    ("en", "How specific is `:is(#a, .b) p`?", specific(":is(#a, .b) p")),
    ("en", "specificity of `a..b`", specific("a..b")),
    ("hu", "Melyik nyer: `#a` vagy `.b .c`?", specific("#a", ".b .c")),
    ("hu", "Mennyi a `ul > li:not(.x)` specificitása?", specific("ul > li:not(.x)")),
    ("hu", "Mi a specificitása ennek: .card > h2::before", specific(".card > h2::before")),
    ("hu", "Melyik szelektor erősebb, a `.nav a:hover` vagy az `a#home`?", specific(".nav a:hover", "a#home")),
    ("de", "Welcher Selektor gewinnt, `.a` oder `#b`?", specific(".a", "#b")),
    ("fr", "Quelle est la spécificité de `a:hover` ?", specific("a:hover")),
    ("es", "¿Qué selector gana, `.a` o `#b`?", specific(".a", "#b")),
    ("en", "Does Safari support :has?", support(HAS, on=SAFARI)),
    ("en", "Since when does Firefox support `:has()`?", support(HAS, on=FIREFOX)),
    ("en", "Which browsers support container queries?", support(CONTAINER)),
    ("en", "Can I use aspect-ratio?", support(RATIO, also=MEDIA_RATIO)),
    ("en", "browser support for Array.prototype.at", support("javascript.builtins.Array.at")),
    ("en", "Can I use the popover attribute in Firefox?", support(POPOVER, on=FIREFOX)),
    ("en", "Is popover baseline?", support(POPOVER, also=("api.HTMLElement.popover",))),
    ("en", "Does Chrome support the <dialog> element?", support(DIALOG, on=CHROME)),
    ("en", "since which version does Safari support the gap property", support(GAP, on=SAFARI)),
    ("en", "Is structuredClone supported in Node?", support("api.structuredClone", on=("nodejs",))),
    ("en", "Does iOS Safari support `text-wrap: balance`?", support(BALANCE, on=("safari_ios",))),
    ("en", "Which browsers support :has and :is?", support(HAS, IS)),
    ("en", "Does Edge support optional chaining?", support(CHAINING, on=("edge",))),
    ("en", "Is `AbortSignal.any` supported in Safari 17?", support("api.AbortSignal.any_static", on=SAFARI)),
    ("hu", "Támogatja a Safari a :has-t?", support(HAS, on=SAFARI)),
    ("hu", "Melyik böngészők támogatják a `popover` attribútumot?", support(POPOVER)),
    ("hu", "Mióta támogatja a Firefox a subgridet?", support(*SUBGRIDS, on=FIREFOX, unclear=True)),
    ("hu", "Melyik verziótól támogatja a Chrome az aspect-ratio tulajdonságot?", support(RATIO, on=CHROME)),
    ("hu", "A `:has()` böngészőtámogatása?", support(HAS)),
    ("hu", "Mikortól használható a dialog elem Safariban?", support(DIALOG, on=SAFARI)),
    ("hu", "Használhatom már a container query-t minden böngészőben?", support(CONTAINER)),
    ("hu", "Elérhető már a `:has` és a `:is` minden böngészőben?", support(HAS, IS)),
    ("de", "Unterstützt Safari `:has`?", support(HAS, on=SAFARI)),
    ("de", "Ab wann unterstützt Firefox aspect-ratio?", support(RATIO, on=FIREFOX, also=MEDIA_RATIO)),
    ("fr", "Safari prend en charge :has depuis quelle version ?", support(HAS, on=SAFARI)),
    ("es", "¿Desde cuándo soporta Firefox :has?", support(HAS, on=FIREFOX)),
)

NEAR_MISSES = (
    "How do I improve colour contrast in my app?",
    "What is the contrast() filter function?",
    "How does prefers-contrast work with #fff?",
    "Does prefers-contrast change #fff on #000?",
    "How do I set a dark background in Tailwind?",
    "What is WCAG?",
    "Why is my contrast-color(#fff) not working?",
    "What should I use instead of #fff on #000 in dark mode?",
    "Is #8 the issue about contrast?",
    "Which of #fff, #eee and #ddd has enough contrast on black?",
    "Set the color of a link to #777 on hover",
    "What is specificity?",
    "How is specificity calculated?",
    "What is the specificity of :where()?",
    "What's the specificity of a class selector?",
    "Why does `.a` win over `#b` in my app?",
    "Which wins, an inline style or `#a`?",
    "Does `!important` on `.a` beat `#b`?",
    "Which wins, `@layer base` or `#a`?",
    "How does specificity work with :is(#a)?",
    "specificity in Next.js",
    "specificity of `color: red`",
    "Which is better, `useMemo` or `useCallback`?",
    "Which wins, `v-if` or `v-for`?",
    "Which wins, React or Vue?",
    "Does React support server components?",
    "Does Next.js support middleware in Edge runtime?",
    "Is the edge runtime supported?",
    "Which browsers does Vue 3 support?",
    "Does Nuxt support TypeScript?",
    "How do I use :has in Safari?",
    "Why does Safari not support :has in my page?",
    "How do I detect browser support for popover?",
    "What does :has do?",
    "What is Baseline?",
    "How do I use fetch in Node?",
    "Can I use fetch in a server component?",
    "Can I use hooks in a loop?",
    "Can I use useEffect on the server?",
    "Can I use at?",
    "What is the difference between :is and :where?",
    "Does useEffect run in Safari?",
    "Does Chrome have a bug with flex gap animations?",
    "What browsers support the new React compiler?",
    "Show me an example of :has in Safari",
    "Which TypeScript version supports satisfies?",
    "Hogyan működik a :has?",
    "Hogyan használjam a fetch-et Node-ban?",
    "Mi az a specificitás?",
    "Miért nem működik a position: sticky Safariban?",
    "Milyen böngészőket támogat a Next.js?",
    "Mi a különbség a ref és a reactive között?",
    "Mire való a useEffect?",
    "Hogyan lehet a kontrasztot növelni?",
    "Wie funktioniert die Spezifität?",
    "Comment fonctionne la spécificité ?",
    "¿Cómo funciona :has?",
    "a heist film from the 90s",
    "Hello",
    "",
    "```css\n.a { color: #777; background: #fff }\n``` what contrast?",
    "contrast of #777 on #fff " + "and so on " * 20,
)
