"""The golden games are still played so, and none is missing."""

import pytest
from golden_games import FOLDER, NAMES, text_of


@pytest.mark.parametrize("name", NAMES)
def test_golden_game(name):
    assert text_of(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_no_golden_game_is_missing_or_left_over():
    assert {path.stem for path in FOLDER.iterdir()} == set(NAMES)
