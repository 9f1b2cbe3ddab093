"""What is asked of other services and said of oneself, in five languages: "translate this", "I have a headache".

Whole kinds of sentences, by how they begin or are made. A text that also speaks of films, or names a title, is not for these
rules: they are asked only where nothing of the kind was understood.
"""

import re

from agent.catalogue.understanding.languages.level import level

_POLITE = (
    r"(?:(?:please|can you|could you|would you|will you|i want you to|bitte|kannst du|konntest du|por favor|puedes|podrias"
    r"|s['’]il te plait|peux-tu|pourrais-tu|tu peux|kerlek|legyszi|tudsz|tudnal)(?: (?:mir|me|bitte|nekem))?[ ,]+)*"
)
# Works, errands and appliances, each with its object: what people tell assistants to do. "Order" alone is a wish.
_ORDERS = r"""
    (?:write|compose|draft|draw|sing|code|program|bake|cook|brew|order|book|buy|rent) (?:me|us|my|our|an?|the|this|that)\b
    (?:email|text|send|fix|repair|define|print|schedule|install|download|upload) (?:me|us|my|our|an?|the|this|that|these)\b
    (?:calculate|compute|convert|solve) (?:an?|the|this|that|these|\d[\w.,]*)\b
    (?:call|phone) (?:my|our|an?|the)\b
    translate\b|(?:remind|wake) (?:me|us)\b
    (?:set|start) (?:an? |the |my )?(?:\w+ )?(?:timer|alarm|reminder|clock)\b
    (?:turn|switch) (?:on|off|up|down)\b
    play (?:me )?(?:an? |the |some |my )?(?:song|music|playlist|album|track|game)\b
    tell (?:me|us) (?:an? |another |some )?(?:jokes?|riddles?|the (?:time|news|weather))\b
    (?:irj|irjal|ird meg|fogalmazz|rajzolj|fess|enekelj|foglalj|rendelj|vegyel|vedd meg|szamold|szamitsd)\b
    (?:forditsd|forditsad|forditsuk|kuldj|kuldd|hivd|ebressz|emlekeztess|allits be|allitsd be|kapcsold|javitsd|suss|fozz)\b
    mondj egy viccet\b
    (?:schreibe?|zeichne|male|singe?|buche?|bestelle?|kaufe?|berechne) (?:bitte |mal )?(?:mir|uns|ein\w*|das|den|die)\b
    (?:schicke?|sende|rufe?|wecke?|erinnere?|stelle?|schalte?) (?:bitte |mal )?(?:mir|uns|mich|ein\w*|das|den|die|meine?n?)\b
    (?:backe?|koche?) (?:bitte |mal )?(?:mir|uns|ein\w*)\b|ubersetze?\b|rechne\b|erzahle? (?:mir|uns) (?:noch )?einen witz\b
    (?:escribe|redacta|dibuja|pinta|canta|reserva|pide|compra|envia|manda)me\b
    (?:escribe|redacta|traduce) (?:una?|est[aeo])\b|(?:calcula|traduce|traduceme|despiertame|recuerdame)\b
    pon (?:una alarma|un temporizador|musica)\b|cuentame un chiste\b
    (?:ecris|redige|dessine|chante|reserve|commande|achete|envoie|appelle|reveille)(?:[- ](?:moi|nous)| (?:une?|mon|ma|mes))\b
    (?:calcule|traduis)\b|mets (?:une alarme|un minuteur|de la musique)\b|raconte-moi une blague\b
"""
# Where things are, what time it is, what things cost: asked of a map, a clock, a shop.
_QUESTIONS = r"""
    where(?: is|['’]?s| are| do i| can i (?:buy|get|eat|park|find a))\b
    what(?:['’]?s| is) the (?:time|date|day|weather)\b|what (?:time|day) is\b
    how (?:much|many) (?:is|are|does|do)\b|how (?:do|can|should) (?:i|you|we)\b|how to\b
    hol (?:van|vannak|talal\w*|lehet|kaphat\w*|vehet\w*)\b|hany ora\b|mennyi az ido\b|mennyibe kerul\w*\b
    hogyan? (?:kell|lehet|jut\w*)\b
    wo (?:ist|sind|finde|gibt|kann|bekomme)\b|wie spat\b|wie viel (?:uhr|kostet|ist|sind)\b|was kostet\b
    wie (?:koche?|backe?|komme|mache?|kann) ich\b
    donde (?:esta|estan|hay|puedo (?:comprar|comer|aparcar)|queda)\b|que hora\b|cuanto (?:cuesta|vale|es|son)\b
    como (?:se (?:hace|va|llega)|puedo|arreglo|reparo|limpio|cocino|preparo|hago|cambio|instalo|llego|quito)\b
    ou (?:est|sont|se trouve\w*|puis-je|y a-t-il)\b|quelle heure\b|combien (?:coute\w*|font|fait)\b
    comment (?:faire|cuire|aller|on)\b
"""
# Of oneself and of the other: whole sentences, so that "I am tired of superheroes" is none.
_STATEMENTS = r"""
    i(?:['’]?ve| have)(?: got)? (?:an? |the |no )?(?:\w*ache|fever|cold|flu|cough|migraine|allergy|pain|problem|question)
    i(?:['’]?ve| have)(?: got)? (?:an? |the |no )?(?:meeting|appointment|exam|job|dog|cat|car)
    my (?:head|stomach|tummy|back|tooth|teeth|throat|foot|feet|leg|knee|arm|eyes?|ears?|neck|hand) (?:hurts?|aches?)
    (?:i(?:['’]?m| am)|i feel) (?:so |very |a bit )?(?:sick|ill|hungry|thirsty|tired|late|lost|cold|hot|busy|dizzy|sorry)
    {you}(?:so |very |just |quite |all )?(?:wrong|mistaken|right|lying|useless|stupid|dumb|slow|rude|late|incorrect|broken|fake)
    {you}(?:just |all )?(?:nonsense|rubbish|a lie|false|true|not (?:right|true|correct|helpful))
    (?:sorry|pardon|oops|my (?:mistake|fault|bad))(?: (?:my (?:mistake|fault|bad)|about that|i (?:mistyped|was wrong)))*
    i love you|i hate you
    faj (?:a|az) \w+|(?:beteg|ehes|szomjas|faradt|almos|elfoglalt) vagyok|lazas vagyok|(?:te )?tevedsz|nincs igazad|ez nem igaz
    hulye vagy|bocs\w*|szeretlek
    (?:ich habe|habe? ich) (?:\w*schmerzen|fieber|hunger|durst|kopfweh|eine frage|ein problem|einen termin)
    mir (?:tut|ist) (?:der|die|das|schlecht|kalt|heiss|ubel)(?: \w+ weh)?
    ich bin (?:krank|mude|hungrig|durstig|beschaftigt)|du (?:irrst dich|hast unrecht|bist (?:dumm|blod))
    das (?:ist|stimmt) (?:falsch|nicht|unsinn|gelogen)(?: wahr)?|entschuldigung|tut mir leid|ich liebe dich
    me duelen? (?:la|el|las|los) \w+|tengo (?:fiebre|hambre|sed|frio|calor|sueno|una pregunta|un problema|una cita)
    estoy (?:enferm[oa]|cansad[oa]|ocupad[oa])|te equivocas|estas equivocad[oa]|eso (?:no es verdad|es mentira|es falso)
    perdon|lo siento|te quiero
    j['’]ai (?:mal (?:a|au|aux)(?: la| l['’])? ?\w+|de la fievre|faim|soif|froid|chaud|sommeil)
    j['’]ai (?:une question|un probleme|un rendez-vous)|je suis (?:malade|fatiguee?|occupee?)
    tu (?:te trompes|as tort|mens)|c['’]est (?:faux|pas vrai|un mensonge)|desolee?|pardon|je t['’]aime
""".replace("{you}", r"(?:no |but |sorry |well )*(?:you(?:['’]?re| are)|that(?:['’]?s| is)|this is) ")


def _any(*tables: str) -> str:
    """One pattern of tables with alternatives on lines."""
    return "|".join(line.strip() for table in tables for line in table.strip().splitlines())


_BEGINS = re.compile(rf"^\W*{_POLITE}(?:{_any(_ORDERS, _QUESTIONS)})")
_IS = re.compile(rf"\W*(?:{_any(_STATEMENTS)})\W*")


def is_elsewhere(text: str) -> bool:
    """Whether `text` asks another service for something, or says something of the speaker or the bot alone."""
    plain = " ".join(level(text).split())
    return bool(_BEGINS.match(plain) or _IS.fullmatch(re.sub(r"\s*[,;.!]+\s*", " ", plain).strip()))
