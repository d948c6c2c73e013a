"""Setups as users write them (SET-3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import GalecrestError
from sim.setups import DRAWN, KINDS, NAMED, parse_setup, setup_name

SIDES = ["calm", "stormy", "automa", "mine"]


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(
    ("text", "setup"),
    [
        ("calm", ["calm"] * 7),
        ("stormy", ["stormy"] * 7),
        ("uncharted", ["drawn"] * 7),
        ("map=stormy", ["calm", "calm", "stormy", "calm", "calm", "calm", "calm"]),
        ("relic=drawn,chest=mine", ["mine", "calm", "calm", "calm", "calm", "calm", "drawn"]),
        (" hook = automa , barrel = calm ", ["calm", "automa", "calm", "calm", "calm", "calm", "calm"]),
        ("map=stormy,map=calm", ["calm"] * 7),
    ],
)
def test_setups(text, setup):
    assert parse_setup(text, [SIDES] * 7) == tuple(setup)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "storm",
            "--setup 'storm': must be calm, stormy, uncharted, or a mix such as chest=stormy,map=drawn; did you mean 'stormy'?",
        ),
        ("", "--setup '': must be calm, stormy, uncharted, or a mix such as chest=stormy,map=drawn"),
        ("maps=stormy", "--setup 'maps=stormy': no loot kind 'maps'; did you mean 'map'?"),
        ("map=stormy,", "--setup 'map=stormy,': no loot kind ''"),
        (
            "map=strmy",
            "--setup 'map=strmy': map has no side 'strmy'; did you mean 'stormy'?; there are calm, stormy, automa, mine, drawn",
        ),
        ("map=", "--setup 'map=': map has no side ''; there are calm, stormy, automa, mine, drawn"),
        ("map=uncharted", "--setup 'map=uncharted': map has no side 'uncharted'; there are calm, stormy, automa, mine, drawn"),
        ("\x1b[31m\n=calm", r"--setup '\x1b[31m\n=calm': no loot kind '\x1b[31m'"),
    ],
)
def test_what_is_no_setup_is_refused(text, message):
    with pytest.raises(GalecrestError) as error:
        parse_setup(text, [SIDES] * 7)
    assert str(error.value) == message


def test_a_long_setup_is_cut_in_the_message():
    with pytest.raises(GalecrestError) as error:
        parse_setup("x" * 1000, [SIDES] * 7)
    assert len(str(error.value)) < 250


@given(st.tuples(*[st.sampled_from([*SIDES, DRAWN])] * 7))
def test_a_setups_name_is_read_as_the_setup(setup):
    assert parse_setup(setup_name(setup), [SIDES] * 7) == setup


@pytest.mark.parametrize("name", NAMED)
def test_named_setups_are_called_so(name):
    assert setup_name(parse_setup(name, [SIDES] * 7)) == name
    assert setup_name(tuple(f"{name[0]}" for _ in KINDS)) != name
