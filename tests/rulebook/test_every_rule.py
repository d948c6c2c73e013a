"""Every clause of RULES.md has an example here, marked with its id."""

import re
from pathlib import Path

from .loot import AUTOMA
from .seats import KINDS

CLAUSES = {"SET": 5, "VOY": 4, "DAY": 5, "DSK": 3, "NGT": 2, "ANC": 4, "COI": 1, "DIS": 1, "END": 1, "REP": 3, "MID": 3}
SOLO_CLAUSES = 10


def test_every_rule_has_an_example():
    wanted = {f"{name}-{number}" for name, last in CLAUSES.items() for number in range(1, last + 1)}
    wanted |= {f"SOL-{number}" for number in range(1, SOLO_CLAUSES + 1)}
    wanted |= {f"CHR-{rank:02d}" for rank in range(1, 41)}
    wanted |= {f"{side}-{kind}" for side in ("LC", "LS") for kind in KINDS}
    wanted |= {f"LA-{kind}" for kind in AUTOMA}
    wanted |= {f"Q-{number:02d}" for number in range(1, 21)}
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert set(re.findall(r'@pytest\.mark\.rule\("([^"]+)"\)', tests)) == wanted
