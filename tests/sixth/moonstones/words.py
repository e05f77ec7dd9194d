"""Moonstones in words."""

from collections.abc import Sequence

from moonstones import rules
from moonstones.content import POINTS, STONE_NAMES
from moonstones.position import DEALING, DRAWING, PHASES
from moonstones.rules import Moonstones
from sortilege.engine import OVER, UNKNOWN, View, Words, listed, plural
from sortilege.engine.fields import in_order


class MoonWords(Words[Moonstones]):
    notation = ("draw", "stop")
    refusals = {
        rules.DRAW_FIRST: ("moonstones:draw-first", "A turn begins with a stone: draw one before you stop."),
        rules.ENOUGH_DRAWN: ("moonstones:most-draws", "You have drawn as many stones as a turn allows: stop."),
    }
    endings = ("turns played",)

    def question(self, seen: Moonstones) -> str:
        return f"{plural(seen.pile, 'point')} in your pile: draw another stone, or stop?"

    def label(self, seen: Moonstones, move: int) -> str:
        return "Draw a stone" if move == rules.DRAW else f"Stop and bank {plural(seen.pile, 'point')}"

    def outcome(self, seen: Moonstones, move: int) -> str:
        return f"+{seen.pile}" if move == rules.STOP else ""

    def sources(self, state: Moonstones, seat: int) -> list[tuple[str, int]]:
        charm = state.scores()[seat] - state.banked[seat]
        return [("stones", state.banked[seat]), ("charm", charm)]

    def news(self, before: Moonstones, move: int | None, after: Moonstones, eye: int) -> list[str]:
        told = [self.deed(before, move)]
        if after.seat == OVER:
            winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
            told += [f"{{{seat}}} had a charm of {charm}." for seat, charm in enumerate(after.charms)]
            told.append(
                f"The last turn is played. {listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."
            )
        return told

    @staticmethod
    def deed(before: Moonstones, move: int | None) -> str:
        who = f"{{{before.turn % before.seats}}}"
        if before.phase == DEALING:
            return f"{who} is dealt a charm." if move is None else f"{who} is dealt a charm of {rules.CHARMS[move]}."
        if before.phase == DRAWING:
            assert move is not None
            lost = " and loses the pile" if move == rules.ECLIPSE else f": {plural(POINTS[move], 'point')}"
            return f"{who} draws the {STONE_NAMES[move]}{lost}."
        return f"{who} reaches into the bag." if move == rules.DRAW else f"{who} banks {plural(before.pile, 'point')}."

    def ending(self, state: Moonstones) -> str:
        return self.endings[0]

    def view(self, seen: Moonstones, eye: int) -> View:
        return {
            "game": "moonstones",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "phase": in_order(PHASES)[seen.phase],
            "round": min(seen.turn // seen.seats + 1, seen.turns),
            "turns": seen.turns,
            "draws": seen.draws,
            "stone": STONE_NAMES[seen.stone] if seen.stone >= 0 else None,
            "pile": seen.pile,
            "players": [
                {"seat": seat, "banked": seen.banked[seat], "charm": charm_view(seen.charms[seat])}
                for seat in range(seen.seats)
            ],
            "over": seen.seat == OVER,
        }

    def draw(self, view: View, names: Sequence[str]) -> str:
        lines = [f"Turn {view['round']} of {view['turns']}   stone: {view['stone'] or 'none'}   pile: {view['pile']}"]
        for player in view["players"]:
            lines.append(f"{names[player['seat']]}: {player['banked']} banked, charm {player['charm']}")
        return "\n".join(lines)


def charm_view(charm: int) -> int | str | None:
    return "hidden" if charm == UNKNOWN else charm or None
