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
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

import sim
from sim import options
from sim.command_options import chosen_rules, number, play_options, policy_option, rule_options, solo_options
from sim.errors import GalecrestError, ResultsNotWritten, SoloAlone, nearest, shown
from sim.options import whole_number
from sim.progress import Display, say
from sim.remarks import footer, say_what_is_reconstructed, say_what_weights_do_not_know

if TYPE_CHECKING:
    from sim.rule_sets import RuleSet
    from sim.training import Round

FEWER_COLLECTIONS = 300_000
"""Objects made since Python last looked for garbage, before it looks again: a short run makes 220 000, nearly all for good."""

REPLAY_FORMATS = ("text", "json", "transcript")


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
        say_what_is_reconstructed([rule_set.reconstructed])
        say(f"weights in {out}")


def _round_note(last: Round | None, against_others: bool) -> str:
    """What the last round of a training showed. Where the learner has all seats, its share of wins is that of a seat, always."""
    if last is None:
        return ""
    wins = f", win share {last.win_share:.1%}" if against_others else ""
    return f"; round {last.number:,}{wins}, surprise {last.surprise:.3f} bits a choice"


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
        say_what_is_reconstructed(rules["reconstructed"] for rules in rule_sets)
        say_what_weights_do_not_know(results.manifest)
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
        click.echo(footer(results.manifest))
    if failure:
        raise failure


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
