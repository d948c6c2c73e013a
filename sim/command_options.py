"""The options that commands share, and the rule set that they name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sim import options
from sim.errors import GalecrestError, shown
from sim.options import WholeNumber, whole_number

if TYPE_CHECKING:
    from sim.rule_sets import RuleSet

Command = TypeVar("Command", bound=Callable[..., Any])


def number(
    row: WholeNumber, default: int | None, shown_default: str | bool = True, hidden: bool = False
) -> Callable[[Command], Command]:
    """The click option of a row of ``sim.options``. Its value stays text until ``sim.config``."""
    return click.option(
        row.option,
        default=None if default is None else str(default),
        show_default=shown_default,
        metavar="N",
        hidden=hidden,
        help=f"{row.text} ({row.allowed}).",
    )


def rule_options(command: Command) -> Command:
    """The options --rules, --setup and --set, for every command that plays; ``chosen_rules`` reads them."""
    for option in (
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="KEY=VALUE",
            help="Change an amount of the rules, as in beggar.payment=3; may be given more than once.",
        ),
        click.option(
            "--setup",
            metavar="SETUP",
            help="calm, stormy, uncharted, or sides by kind: chest=stormy,map=drawn (others calm).",
        ),
        click.option("--rules", "rule_file", metavar="FILE", help="A rule set in TOML (rules --export); - for standard input."),
    ):
        command = option(command)
    return command


def solo_options(command: Command, hidden: bool = False) -> Command:
    """The rule options and those of solo games; ``chosen_rules`` reads them.

    Hidden from the help where a command plays no solo games; it says so itself if they are given.
    """
    for option in (
        number(options.AUTOMA_START, None, False, hidden),
        number(options.HUMAN_START, None, False, hidden),
        click.option(
            "--solo",
            is_flag=True,
            hidden=hidden,
            help="One human against the Automa, instead of 2 to 6 players (docs/solo.md).",
        ),
        rule_options,
    ):
        command = option(command)
    return command


def chosen_rules(choices: dict[str, Any], swept: str = "") -> RuleSet:
    """The rule set that the rule options name: the file, then the setup, then the settings, each laid over the one before.

    Takes the rule options out of ``choices``, where other options may stay. ``swept`` is an amount that --set gives besides.
    """
    from sim.rule_sets import RuleSet

    solo, file = choices.pop("solo", False), choices.pop("rule_file")
    base = RuleSet()
    if file is not None:
        from sim.rule_files import read_rules

        base = read_rules(file, solo)
    settings = list(choices.pop("settings"))
    given = {swept, *(setting.partition("=")[0].strip() for setting in settings)}
    for side, row in (("human", options.HUMAN_START), ("automa", options.AUTOMA_START)):
        start, key = choices.pop(f"{side}_start", None), f"solo.{side}_start"
        if start is None:
            continue
        if not (solo or base.solo):
            raise GalecrestError(f"{row.option} {shown(start)}: only together with --solo")
        if key in given:
            raise GalecrestError(f"{row.option} {shown(start)}: --set gives {key} too; give one of them")
        doubloons = whole_number(start)
        row.require(doubloons)
        settings.append(f"{key}={doubloons}")
    return RuleSet.from_settings(settings, choices.pop("setup"), base, solo)


def _once(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str:
    """The one value of an option that could be taken for one to be repeated."""
    if len(given) > 1:
        raise GalecrestError(
            f"{option.opts[0]}: given {len(given)} times; put commas between the policies of seats; only compare has one for each rule set"
        )
    return given[0]


def policy_option(command: Command) -> Command:
    """The option --policy, for every command that plays with one line-up."""
    return click.option(
        "--policy",
        multiple=True,
        callback=_once,
        default=[options.DEFAULT_POLICY],
        show_default=True,
        metavar="POLICY",
        help="Who plays: random, greedy, learned, learned:FILE, search:N or search:N+loot; or one for each seat, as in "
        "search:64,learned,random,random (docs/policies.md).",
    )(command)


def play_options(command: Command, solo: bool = True) -> Command:
    """The options of the commands that play many games, solo games too or not, and make tables; ``_play`` reads all but the rule
    options.
    """
    for option in (
        number(options.BLOCK_SIZE, options.DEFAULT_BLOCK_SIZE),
        number(options.THREADS, None, "one a core"),
        click.option("--quiet", is_flag=True, help="Nothing on standard error but errors."),
        click.option("--json", "as_json", is_flag=True, help="Print all tables as one JSON object, not the table for people."),
        click.option("--replace", is_flag=True, help="Replace the results that DIR holds."),
        click.option("--format", metavar="FORMAT", help="Of the tables in DIR: parquet (the default) or csv."),
        click.option("--out", metavar="DIR", help="Write all tables and manifest.json into this new folder."),
        partial(solo_options, hidden=not solo),
        number(options.SEED, options.DEFAULT_SEED),
        number(options.PLAYERS, None, str(options.DEFAULT_PLAYERS)),
        number(options.GAMES, options.DEFAULT_GAMES),
    ):
        command = option(command)
    return command
