"""The command ``galecrest``. Each command is a thin call of the function of the same name in ``sim``.

Tables go to standard output, everything else to standard error. Exit codes: 0; 2 for anything that a user can
put right, with one line that says what; 130 on Ctrl-C.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

import click

import sim
from sim import options
from sim.errors import GalecrestError, ResultsNotWritten, SoloAlone, nearest, shown
from sim.options import WholeNumber, whole_number
from sim.progress import Display, say

if TYPE_CHECKING:
    from sim.rule_sets import RuleSet
    from sim.training import Round

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


FEWER_COLLECTIONS = 300_000
"""Objects made since Python last looked for garbage, before it looks again: a short run makes 220 000, nearly all for good."""

REPLAY_FORMATS = ("text", "json", "transcript")


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


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Unofficial; not connected with the makers of the board game.",
)
@click.version_option(sim.__version__, message="galecrest %(version)s")
@click.pass_context
def galecrest(context: click.Context) -> None:
    """Simulate Libertalia: Winds of Galecrest, to see how strong each character and each loot tile is."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@galecrest.command()
@play_options
@policy_option
def run(**choices: Any) -> None:
    """Play games and print the table of the characters, and, if several policies play, who wins.

    Numbers may be written 1000000, 1_000_000 or 1e6. The same options give the same tables, with any number
    of threads.
    """

    rule_set = chosen_rules(choices)

    def text(tables: dict[str, Any]) -> str:
        if rule_set.solo:
            from sim.show_solo import solo_text

            return solo_text(tables)
        from sim.show import run_text

        return run_text(tables)

    _play(sim.run, rule_set, text, 1, _entries(rule_set, choices["policy"]), **choices)


@galecrest.command()
@number(options.SEED, options.DEFAULT_SEED)
@number(options.GAME, 0)
@number(options.PLAYERS, None, str(options.DEFAULT_PLAYERS))
@solo_options
@policy_option
@click.option("--format", default="text", show_default=True, metavar="FORMAT", help="text, json or transcript.")
def replay(format: str, **choices: Any) -> None:
    """Tell one game of a run, event by event, each with its rule.

    The game is the one that a run with the same seed, players, settings and policies counts. A transcript has the form
    of docs/transcripts.md.
    """
    if format not in REPLAY_FORMATS:
        allowed = ", ".join(REPLAY_FORMATS)
        raise GalecrestError(f"--format {shown(format)}: must be one of {allowed}{nearest(format, REPLAY_FORMATS)}")
    from sim.policies import answers_named
    from sim.runner import step_entry_points

    rule_set = chosen_rules(choices)
    entries = step_entry_points(rule_set.solo, answers_named(choices["policy"]))
    told = sim.replay(rule_set=rule_set, progress=Display(1, *entries), **choices)
    if format == "text":
        click.echo(told.text(), nl=False)
    else:
        click.echo(json.dumps(told.as_dict() if format == "json" else told.transcript(), separators=(",", ":")))


@galecrest.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@rule_options
@click.option("--quiet", is_flag=True, help="Only the totals.")
@click.pass_context
def conform(context: click.Context, /, files: tuple[str, ...], quiet: bool, **choices: Any) -> None:
    """Replay transcripts of games, choice by choice, and show where the rules here differ.

    The form of a transcript is in docs/transcripts.md; files may be gzipped. Exits with 1 on any difference.
    """
    from sim.runner import step_entry_points

    try:
        rule_set = chosen_rules(choices)
    except SoloAlone as error:
        raise GalecrestError(f"{error.args[0]}; conform replays games of 2 to 6 players") from None
    report = sim.conform(files, rule_set=rule_set, progress=Display(1, *step_entry_points()))
    if not quiet:
        for difference in report.differences:
            click.echo(str(difference))
    click.echo(f"{report.games} games, {report.choices} choices, {len(report.differences)} differences")
    context.exit(1 if report.differences else 0)


@galecrest.command()
@click.argument("name", required=False, metavar="[NAME|ID]")
@solo_options
@click.option("--export", is_flag=True, help="Print the whole rule set as TOML, to be changed and read by --rules.")
def rules(name: str | None, export: bool, **choices: Any) -> None:
    """Show the rules that are implemented, in our words, with ids, amounts and where they come from.

    NAME is an id (CHR-07), a family of ids (DSK), a character, its rank (7) or a loot kind; without it, every clause
    in a line.
    """
    rule_set = chosen_rules(choices)
    if export and name is not None:
        raise GalecrestError(f"--export: prints all rules; leave out {shown(name)}")
    if export:
        from sim.rule_files import export_rules

        click.echo(export_rules(rule_set), nl=False)
    else:
        click.echo(sim.rules(name, rule_set=rule_set), nl=False)


@galecrest.command()
@click.argument("operands", nargs=-1, metavar="A B [C...]")
@play_options
@click.option(
    "--policy",
    "policies",
    multiple=True,
    default=[options.DEFAULT_POLICY],
    show_default=True,
    metavar="POLICY",
    help="Who plays, as for run; or give it once for each rule set, such as weights that were trained under it.",
)
def compare(operands: tuple[str, ...], policies: tuple[str, ...], **choices: Any) -> None:
    """Play the same games under several rule sets and show what changes against the first.

    Each is base, a setup (calm, stormy, uncharted, chest=stormy,map=calm), a rule file (- for standard input), or one
    of these with amounts: base:carpenter.anchor=9. The rule options change the base that all are laid over.
    """
    from sim.show_comparison import comparison_text
    from sim.show_solo import solo_comparison_text

    if choices["rule_file"] == "-" and any(operand.split(":")[0] == "-" for operand in operands):
        raise GalecrestError("standard input can be read once: as --rules or as one of the rule sets")
    base = chosen_rules(choices)
    text = solo_comparison_text if base.solo else comparison_text
    entries = _entries(base, ",".join(policies), compares=True)
    policy, *others = policies
    play = partial(sim.compare, operands, policy=policy, variant_policies=others or None)
    _play(play, base, text, len(operands) + 1, entries, **choices)


@galecrest.command()
@click.argument("policies", nargs=-1, metavar="[POLICY...]")
@partial(play_options, solo=False)
def ladder(policies: tuple[str, ...], **choices: Any) -> None:
    """Play the same games with every seat by each policy in turn, and show the characters under each, side by side.

    The weakest policy first; without any: random greedy learned. A card whose edge falls from rung to rung is strong
    only among the weak.
    """
    from sim.show import ladder_text

    rungs = policies or options.DEFAULT_RUNGS
    rule_set = chosen_rules(choices)
    entries = [entry for rung in rungs for entry in _entries(rule_set, rung)]
    _play(partial(sim.ladder, rungs), rule_set, ladder_text, len(rungs), entries, **choices)


@galecrest.command()
@click.argument("policies", nargs=-1, metavar="POLICY...")
@partial(play_options, solo=False)
@number(options.RESPOND, None, False)
def league(policies: tuple[str, ...], respond: str | None, **choices: Any) -> None:
    """Let each policy play one seat against each other policy at all other seats, and rate them.

    All matches are of the same deals, --games each; the seats move on from game to game. With --respond one seat is also
    trained against each policy.
    """
    from sim.leagues import pairings
    from sim.runner import learn_entry_point
    from sim.show_league import league_text

    rule_set = chosen_rules(choices)
    players = options.DEFAULT_PLAYERS if choices["players"] is None else whole_number(choices["players"])
    turns, more = len(pairings(len(policies), players)), 0
    entries = [entry for pair in combinations(policies, 2) for entry in _entries(rule_set, ",".join(pair))]
    if respond is not None:
        rounds, games = whole_number(respond), whole_number(choices["games"])
        options.RESPOND.require(rounds)
        options.GAMES.require(games)
        trained = sum(not policy.startswith("search:") for policy in policies)
        more = trained * (rounds * options.DEFAULT_GAMES_PER_ROUND + games)
        entries.append(learn_entry_point())
    _play(partial(sim.league, policies, respond=respond), rule_set, league_text, turns, entries, more, **choices)


@galecrest.command()
@play_options
@policy_option
def sweep(**choices: Any) -> None:
    """Play the same games with one amount at several values and show what changes.

    One --set names them: --set KEY=FROM:TO:STEP, or KEY=A|B|C for tables and switches (in quotes). Differences are to
    the value that the rules have without it, or else to the first.
    """
    from sim import show_comparison, show_solo, sweeps

    key, values, choices["settings"] = sweeps.split_settings(choices["settings"])
    texts = sweeps.parse_values(values)
    base = chosen_rules(choices, key)
    entries = _entries(base, choices["policy"], compares=True)
    sweep_text = show_solo.solo_sweep_text if base.solo else show_comparison.sweep_text
    _play(partial(sim.sweep, key, texts), base, lambda tables: sweep_text(tables["sweep"]), len(texts), entries, **choices)


@galecrest.command()
@click.argument("out", metavar="OUT.toml")
@number(options.ROUNDS, options.DEFAULT_ROUNDS)
@number(options.GAMES_PER_ROUND, options.DEFAULT_GAMES_PER_ROUND)
@number(options.PLAYERS, None, str(options.DEFAULT_PLAYERS))
@number(options.SEED, options.DEFAULT_SEED)
@solo_options
@click.option("--from", "start", metavar="FILE", help="Start from these weights; learned for those that come with galecrest.")
@click.option("--against", metavar="POLICY", help="Train one seat against this policy, which does not change, at all others.")
@click.option("--replace", is_flag=True, help="Replace OUT.toml.")
@click.option("--quiet", is_flag=True, help="Nothing on standard error but errors.")
@number(options.THREADS, None, "one a core")
def train(out: str, quiet: bool, **choices: Any) -> None:
    """Train weights of the learned policy by playing, and write them into a file (docs/training.md).

    The same options give the same file. Ctrl-C keeps what has been learned in OUT.toml.training; the same command
    then goes on.
    """
    from sim.runner import learn_entry_point

    rule_set = chosen_rules(choices)
    rounds, size = whole_number(choices["rounds"]), whole_number(choices["games_per_round"])
    options.ROUNDS.require(rounds)
    options.GAMES_PER_ROUND.require(size)
    with contextlib.nullcontext() if quiet else Display(rounds * size, learn_entry_point(rule_set.solo)) as display:

        def show(played: int, last: Round | None) -> None:
            if display:
                display(played, _round_note(last, rule_set.solo or choices["against"] is not None))

        sim.train(out, rule_set=rule_set, report=None if quiet else say, progress=show, **choices)
    if not quiet:
        _say_what_is_reconstructed([rule_set.reconstructed])
        say(f"weights in {out}")


def _round_note(last: Round | None, against_others: bool) -> str:
    """What the last round of a training showed. Where the learner has all seats, its share of wins is that of a seat, always."""
    if last is None:
        return ""
    wins = f", win share {last.win_share:.1%}" if against_others else ""
    return f"; round {last.number:,}{wins}, surprise {last.surprise:.3f} bits a choice"


def _say_what_is_reconstructed(tiles: Iterable[Iterable[str]]) -> None:
    """Name the reconstructed rules of all rule sets that were played by, if there are any."""
    found = dict.fromkeys(tile for each in tiles for tile in each)
    if found:
        say(f"reconstructed rules in play, not the printed ones: {', '.join(found)} (docs/rules.md)")


def _say_what_weights_do_not_know(manifest: dict[str, Any]) -> None:
    """Name the policies whose weights were trained in other games than these, and how those differed."""
    rule_sets = manifest.get("rule_sets") or [manifest["rule_set"]]
    found: dict[tuple[str, str], list[str]] = {}
    for rules in rule_sets:
        for name, weights in (rules.get("weights") or manifest.get("weights", {})).items():
            here, there = (1 if rules["solo"] else manifest["players"]), (1 if weights["solo"] else weights["players"])
            told = [] if here == there else ["in solo games" if weights["solo"] else f"in games of {there}"]
            whose: list[str] = []
            if weights["rules"] != rules["hash"]:
                told.append(f"under other rules (setup {weights['setup']}) than")
                changed = [f"{key}={rules['amounts'][key]}" for key in rules["changed"] if key in rules["amounts"]]
                whose = [rules["label"]] if "label" in rules else changed or ["here"]
            if told:
                found.setdefault((name, ", ".join(told)), []).extend(whose)
    for (name, how), whose in found.items():
        more = f" and {len(whose) - _SHOWN} more" if len(whose) > _SHOWN else ""
        say(f"{name} plays by weights that were trained {how} {', '.join(whose[:_SHOWN])}{more}".rstrip())


_SHOWN = 3
"""Rule sets, or changed amounts, that a line names."""


@galecrest.command()
@click.option("--quiet", is_flag=True, help="Nothing on standard error but errors.")
def warm(quiet: bool) -> None:
    """Compile all of the rules ahead, so that no later command has to: some four minutes, once for each version.

    What is compiled already stays as it is.
    """

    def report(entry: str, seconds: float | None) -> None:
        say(f"{entry}: {'there already' if seconds is None else f'compiled in {seconds:.1f} s'}")

    folder = sim.warm(None if quiet else report)
    if not quiet:
        say(f"all compiled code is in {folder}")


def _entries(rule_set: RuleSet, policy: str, compares: bool = False) -> list[str]:
    """The entry points of the kernels that play such games."""
    from sim.policies import answers_named
    from sim.runner import entry_points

    return entry_points(rule_set.solo, compares, answers_named(policy))


def _play(
    play: Callable[..., sim.Results],
    rule_set: RuleSet,
    text: Callable[[dict[str, Any]], str],
    turns: int,
    entries: Sequence[str],
    more: int = 0,
    *,
    games: str,
    out: str | None,
    format: str | None,
    replace: bool,
    as_json: bool,
    quiet: bool,
    **choices: str | None,
) -> None:
    """What the commands that play many games have in common; each game is played ``turns`` times, by ``entries``, and ``more`` games."""
    options.GAMES.require(whole_number(games))
    if out is None and (format is not None or replace):
        raise GalecrestError(f"{'--replace' if replace else '--format'}: only together with --out DIR")
    failure = None
    format = "parquet" if format is None else format
    with contextlib.nullcontext() if quiet else Display(whole_number(games) * turns + more, *entries) as display:
        try:
            results = play(games=games, rule_set=rule_set, out=out, format=format, replace=replace, progress=display, **choices)
        except ResultsNotWritten as error:
            results, failure = error.results, error
    if not quiet:
        rule_sets = results.manifest.get("rule_sets") or [results.manifest["rule_set"]]
        _say_what_is_reconstructed(rules["reconstructed"] for rules in rule_sets)
        _say_what_weights_do_not_know(results.manifest)
        seconds, rate = results.timing["play_seconds"], results.timing["games_per_second"]
        times = "" if turns == 1 else f", each {turns} times,"
        say(f"{results.manifest['games']:,} games{times} in {seconds:.2f} s, {rate:,} games/s")
        if out is not None and not failure:
            say(f"results in {out}")
    if as_json:
        rows = {name: frame.to_dicts() for name, frame in results.tables.items()}
        click.echo(json.dumps({**rows, "manifest": results.manifest}, allow_nan=False))
    else:
        click.echo(text(results.tables), nl=False)
        click.echo(_footer(results.manifest))
    if failure:
        raise failure


def _footer(manifest: dict[str, Any]) -> str:
    """A last line for a table that may be kept without its manifest: which games, under which rules."""
    rule_sets = manifest.get("rule_sets") or [manifest["rule_set"]]
    setups = ", ".join(dict.fromkeys(f"{rules['setup']} ({rules['provenance']})" for rules in rule_sets))
    solo = rule_sets[0]["solo"]
    table = "solo" if solo else f"{manifest['players']} players"
    starts = _starts(rule_sets) if solo else ""
    policies = _policies(manifest["policy"])
    if any(rules.get("policy", manifest["policy"]) != manifest["policy"] for rules in rule_sets):
        policies = ", ".join(f"{rules['label']} by {_policies(rules['policy'])}" for rules in rule_sets)
    return f"{manifest['games']:,} games, {table}, {policies}, seed {manifest['seed']}{starts}: {setups}"


def _policies(policy: dict[str, Any]) -> str:
    """Who plays, from the manifest."""
    names = policy.get("rungs") or policy.get("league") or policy.get("line_up") or [policy["human"]]
    if len(set(names)) == 1:
        return f"policy {names[0]}"
    how = {"rungs": " one after another", "league": " each against each"}
    return f"policies {', '.join(names)}" + next((how[key] for key in policy if key in how), ", seats in turn")


def _starts(rule_sets: list[dict[str, Any]]) -> str:
    """Who starts solo games with doubloons, and with how many under these rules."""
    told = ""
    for name in ("human", "Automa"):
        starts = sorted({rules["amounts"][f"solo.{name.lower()}_start"] for rules in rule_sets})
        if starts != [0]:
            few = " or ".join(map(str, starts))
            told += f", {name} starts with {few if len(starts) < 3 else f'{starts[0]} to {starts[-1]}'}"
    return told


def _advice(error: click.ClickException) -> str:
    """What click refused, in the words of our own errors."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if isinstance(error, click.NoSuchOption) and context:
        parameters = context.command.get_params(context)
        names = [name for parameter in parameters if not getattr(parameter, "hidden", False) for name in parameter.opts]
        return f"{error.option_name}: no such option{nearest(error.option_name, names)}"
    if isinstance(error, click.exceptions.NoSuchCommand) and context:
        names = galecrest.list_commands(context)
        advice = nearest(error.command_name, names) or f"; there are {', '.join(names)}"
        return f"{shown(error.command_name)}: no such command{advice}"
    return error.format_message()


def _drop_output() -> None:
    """Send what is left of the output nowhere, or Python tries it once more, and complains, when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _look_for_less_garbage() -> None:
    """Make a short run a quarter shorter: Python would look for garbage in all that it imports, and once more when it ends."""
    gc.set_threshold(FEWER_COLLECTIONS)
    atexit.register(gc.freeze)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        arguments: without the program's name; None for those of the process.

    Returns:
        The exit code.
    """
    if arguments is None:
        _look_for_less_garbage()
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        with galecrest.make_context("galecrest", words) as context:
            galecrest.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except GalecrestError as error:
        return _refuse(str(error))
    except click.ClickException as error:
        return _refuse(_advice(error))
    except KeyboardInterrupt:
        say("interrupted")
        # At once: Python could not shut down in order around a thread that compiles (runner.prepare).
        os._exit(130)
    except BrokenPipeError:  # `| head` has seen enough
        _drop_output()
    except OSError as error:  # such as a full disk behind standard output, or where compiled code is kept
        _drop_output()
        return _refuse(str(error))
    return 0


def _refuse(reason: str) -> int:
    say(" ".join(reason.split()))
    return 2
