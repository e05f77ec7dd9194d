"""How strong the bots were where they were measured, in a sentence for those who choose one."""

from collections.abc import Iterator, Mapping

from sortilege.arena.wanted import FILE, wanted
from sortilege.games import game as find_game

BEFORE = "greedy before adept"


def measured(game: str) -> str:
    """What came out in this game; nothing where nothing was measured."""
    studied = wanted(game)
    wins = dict(studied.measured)
    before = wins.pop(BEFORE, None)
    said = ", ".join(f"{name.partition(':')[0]} {percent} %" for name, percent in wins.items())
    sentences = []
    if wins:
        sentences.append(
            f"In matches between the levels, the archmage with a tenth of its time, they won this share of their "
            f"games: {said}."
        )
    if before is not None:
        sentences.append(f"Greedy was placed before an adept in {before} % of games for two.")
    if sentences and studied.cards != find_game(game).content:
        sentences.append("That was with earlier cards.")
    return " ".join(sentences)


def with_measured(game: str, percents: Mapping[str, float]) -> str:
    """A game's `studies.toml` with these figures: what each level won of its games, and how often greedy was placed
    before the adept."""
    found = find_game(game)
    kept = (found.folder / FILE).read_text(encoding="utf-8").partition("[measured]")[0]
    return kept + "\n".join(measured_lines(percents)) + f'\n\n[cards]\nmeasured = "{found.content}"\n'


def measured_lines(percents: Mapping[str, float]) -> Iterator[str]:
    yield "[measured]"
    yield from (f'"{name}" = {percent:.0f}' for name, percent in percents.items())
