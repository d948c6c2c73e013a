"""The Automa's decisions: her card by a back of the solo deck (SOL-4), and her answers to choices (SOL-5, SOL-7, SOL-10, Q-20)."""

HUMAN, AUTOMA = 0, 1  # the seats

PREFERENCE = ("chest", "hook", "map", "saber", "amulet", "barrel", "relic")  # SOL-5

CLASSES = dict.fromkeys(("chest", "hook", "map"), "good")  # SOL-4
CLASSES |= dict.fromkeys(("saber", "amulet", "barrel"), "average") | {"relic": "bad"}


def most_preferred(kinds):
    """SOL-5: the Automa's and the Pilferer's preference."""
    return min(kinds, key=PREFERENCE.index)


# her card


def row_of_back(kinds):
    """SOL-4: which of the five rows, 0 to 4, the day's tokens ask for: the first that fits; the first without a token."""
    classes = [CLASSES[kind] for kind in kinds]
    if len(set(classes)) <= 1:
        return 0
    if classes.count("bad") >= 2:
        return 1
    if "bad" in classes and "good" in classes:
        return 2
    return 3 if "good" in classes else 4


def card_by(entry, hand, with_symbol):
    """SOL-4: the card of the open hand, ascending, that an entry says; counting past the end stops at the end."""
    side, number = entry[0], int(entry[1:])
    line = sorted(hand)
    if side == "S":
        line = [rank for rank in line if rank in with_symbol] or line[-1:]
    elif side == "R":
        line.reverse()
    return line[min(number, len(line)) - 1]


# her answers: each a function of the options (and what else the chooser is told) that gives the option she takes


def is_chance(kind):
    """What comes out of the bag is no decision."""
    return kind == "stowaway_draw"


def answer(kind, options, **context):
    """The option the Automa takes."""
    return ANSWERS[kind](options, **context)


class WithAutoma:
    """A chooser that answers for the Automa, and puts chance and the human's choices to another chooser."""

    def __init__(self, others):
        self.others = others

    def __call__(self, seat, kind, options, **context):
        if seat != AUTOMA or is_chance(kind):
            return self.others(seat, kind, options, **context)
        return options.index(answer(kind, options, **context))


def highest(options, **context):
    """SOL-10, Q-20: copies, a card into play or into the hand, the human's cards as targets."""
    return max(options, key=lambda option: option["card"])


def lowest(options, **context):
    """SOL-10: where she loses a card of her own."""
    return min(options, key=lambda option: option["card"])


def preferred(options, **context):
    """SOL-5: any loot she takes or keeps. Q-19: of equals the first, which is today's."""
    return min(options, key=lambda option: PREFERENCE.index(option["loot"]))


def any_option(options, **context):
    """Options that differ in nothing: the relic for the Necromancer, the one opponent with a Brawler."""
    return options[0]


def gunner(options, **context):
    """SOL-10: the human's highest, else her own lowest."""
    humans = [option for option in options if option["target"] == HUMAN]
    return highest(humans) if humans else lowest(options)


def merchant(options, **context):
    """SOL-10: her least preferred kind held, as many as possible."""
    return max(options, key=lambda option: (PREFERENCE.index(option["loot"]), option["count"]))


def hook(options, **context):
    """LA-hook, Q-20: she always takes the coins."""
    return {"keep": False}


def map_cash(options, held, **context):
    """SOL-10: kept, if that is allowed, while she has fewer than three, else cashed."""
    return {"cash": {"cash": False} not in options or held >= 3}


def order(options, **context):
    """SOL-7, Q-20: dusk and anchor begin with the loot, by kind; the night, and its end, with the characters by rank."""

    def turn(option):
        its_loot_first = option["phase"] in ("dusk", "anchor")
        item = option["next"]
        if isinstance(item, int):
            return its_loot_first, item
        return not its_loot_first, PREFERENCE.index(item) if item in PREFERENCE else 0

    return min(options, key=turn)


ANSWERS = {
    "scout_play": highest,
    "apprentice_copy": highest,
    "innkeeper_return": highest,
    "preacher_keep": preferred,
    "loot_take": preferred,
    "saber": highest,
    "gunner": gunner,
    "necromancer_relic": any_option,
    "necromancer_return": highest,
    "brawler": any_option,
    "thief": preferred,
    "recruiter": highest,
    "merchant": merchant,
    "surgeon": highest,
    "witch_copy": highest,
    "hook": hook,
    "discard_ship": highest,
    "steal": preferred,
    "map_cash": map_cash,
    "order": order,
}
