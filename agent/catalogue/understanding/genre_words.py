"""How people name genres and moods in English. Tables only: `meaning: word, word, ...`, a line each."""


def table(text: str) -> dict[str, tuple[str, ...]]:
    """Words to meanings; a line that starts with spaces goes on with the one before."""
    words: dict[str, tuple[str, ...]] = {}
    for line in text.replace("\n    ", " ").strip().splitlines():
        meaning, _, names = line.partition(": ")
        words |= dict.fromkeys((name.strip() for name in names.split(",")), tuple(meaning.split(" + ")))
    return words


# Words that mean a genre wherever they stand. Meanings are names of the catalogue's plain genre list; `+` joins two.
GENRE_WORDS = table(
    """
action: action, superhero
adventure: adventure
animation: animated, animation, cartoon
anime: anime
biography: biopic, biography, biographical
comedy: comedy, comedies, comedic, comedys, funny, funnier, hilarious, sitcom
crime: cop drama, gangster
documentary: documentary, documentaries, docuseries
drama: dramas, drama
drama + comedy: dramedy
family: kid-friendly, kid friendly, kids-friendly, child-friendly, family-friendly, for kids, for children, for the kids,
    for the children, for the whole family, for my kids, for our kids
fantasy: fantasy
film noir: film noir, noir
horror: horror, horrors, scary, scarier, slasher
lgbtq: lgbt, lgbtq
musical: hollywood musical, musical, musicals
mystery: murder mystery, whodunit, whodunnit, mystery, mysteries, whodunits
reality: reality tv, reality show
romance: romance, romantic
romance + comedy: rom-com, rom com, romcom, rom-coms, romcoms, romantic comedy, romantic comedies
science fiction: sci-fi, scifi, sci fi, science fiction
stand-up: stand-up, standup, stand up comedy
talk show: talk show
thriller: thriller, thrillers
western: spaghetti western, western, westerns
"""
)

# Words that mean a genre only before a word for films ("a war film", "family comedy", "crime series").
GENRE_BEFORE_MEDIA = table(
    """
classic: classic
crime: crime, true crime
cult: cult
faith: faith, religious
family: family, kids, children's, kids'
history: historical, history
independent: independent, indie
lgbtq: gay, lesbian, queer
music: music
science and nature: nature
sport: sports, sport
teen: teen, teenage
war: war
"""
)

MEDIA_WORDS = frozenset(
    (
        "film", "films", "movie", "movies", "flick", "flicks", "series", "show", "shows", "story", "stories", "picture",
        "pictures", "title", "titles", "epic", "epics", "feature", "features",
    )
)  # fmt: skip

# Moods and subjects that lean towards a genre: for ranking, never a condition.
LEANINGS = table(
    """
action: explosions, martial arts, kung fu, marvel, superheroes, car chase
action + comedy: comic
action + crime: hitman
biography + drama: true story, based on a true story
classic: classic
comedy: laugh, light, silly, goofy, witty
comedy + family: feel-good, feelgood
crime: mafia, mob, police, crime
crime + action: cop
crime + mystery: detective
crime + mystery + thriller: murder
crime + thriller: heist, robbery
documentary: nature, real life
drama: sad, cry, moving
drama + comedy + family: uplifting
drama + crime: courtroom, lawyer, prison
drama + family + comedy: heartwarming
drama + romance: tearjerker
family: kids, children, kid, family
family + animation: disney, pixar
fantasy: magic, dragons, wizard
fantasy + family: fairy tale
history: history
horror: creepy, spooky, ghost, haunted, zombie, zombies, monster, gore
horror + fantasy: vampire
music: music, band, singer
romance: love
romance + comedy: date night, wedding
science fiction: space, aliens, robot, robots, dystopian, time travel, future
science fiction + horror: alien
sport: football, boxing, baseball, basketball, sports
teen: teenager, teenagers, teen
teen + comedy: high school
thriller: espionage, tense, suspense, suspenseful, gripping
thriller + action: spy
thriller + crime: serial killer
thriller + crime + horror: killer
thriller + drama: psychological
thriller + mystery: twist
war: soldier, soldiers, war
war + action: battle
war + history: ww2, wwii, world war
western: cowboy, cowboys
"""
)
