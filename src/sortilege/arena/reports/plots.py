"""Plots as SVG, in the house's colours."""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sortilege.arena.extra import need
from sortilege.arena.figures import Figure

INK, FAINT, PAPER = "#1d2330", "#6d7280", "#f7f3ea"
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]


def draw(title: str, paint: Callable[[Any], None], height: float = 3.2) -> str:
    """One plot with its title; `paint` gets the axes."""
    matplotlib = need("matplotlib")
    matplotlib.use("svg")
    inked = dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    looks = {"axes.edgecolor": FAINT, "font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "sortilege"}
    with matplotlib.rc_context({**inked, **looks}):
        figure, axes = need("matplotlib.pyplot").subplots(figsize=(7, height), facecolor=PAPER)
        axes.set_facecolor(PAPER)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(title, loc="left", fontsize=11)
        paint(axes)
        figure.tight_layout()
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        need("matplotlib.pyplot").close(figure)
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def intervals(
    title: str, names: Sequence[str], figures: Sequence[Figure], label: str, fair: float | None = None
) -> str:
    """A point with its interval for every name, the first on top."""

    def paint(axes: Any) -> None:
        if fair is not None:
            axes.axvline(fair, color=FAINT, linestyle=":", linewidth=1)
        for row, figure in enumerate(figures):
            axes.plot([figure.low, figure.high], [row, row], color=COLOURS[0], linewidth=2)
            axes.plot([figure.value], [row], "o", color=COLOURS[0])
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlabel(label)

    return draw(title, paint, 1.2 + 0.4 * len(names))


def groups(names: Sequence[str], figures: Mapping[str, Sequence[Figure]], label: str) -> str:
    """A row for every name, and in each row a point with its interval for every kind of figure, in its colour."""

    def paint(axes: Any) -> None:
        for colour, (kind, values) in zip(COLOURS, figures.items()):
            axes.hlines(range(len(names)), [each.low for each in values], [each.high for each in values], color=colour)
            axes.plot([each.value for each in values], range(len(names)), "o", color=colour, label=kind)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlabel(label)
        axes.legend(frameon=False, ncols=len(figures), loc="lower center", bbox_to_anchor=(0.4, 1.0))

    return draw("", paint, 1.4 + 0.4 * len(names))


def distributions(title: str, names: Sequence[str], values: Sequence[Sequence[float]], label: str) -> str:
    """A box for every name: the middle half, the median, the middle nine tenths."""

    def paint(axes: Any) -> None:
        axes.boxplot(
            list(values), orientation="horizontal", whis=(5, 95), showfliers=False, widths=0.5,
            medianprops={"color": COLOURS[1], "linewidth": 2}, boxprops={"color": INK},
        )  # fmt: skip
        axes.set_yticks(range(1, len(names) + 1), names)
        axes.invert_yaxis()
        axes.set_xlabel(label)

    return draw(title, paint, 1.2 + 0.45 * len(names))


def histogram(title: str, values: Sequence[float], label: str) -> str:
    def paint(axes: Any) -> None:
        axes.hist(values, bins=min(40, max(5, len(set(values)))), color=COLOURS[0], edgecolor=PAPER)
        axes.set_xlabel(label)
        axes.set_ylabel("games")

    return draw(title, paint)


def bars(title: str, names: Sequence[str], values: Sequence[float], label: str) -> str:
    def paint(axes: Any) -> None:
        drawn = axes.barh(range(len(names)), values, color=COLOURS[0], height=0.6)
        axes.bar_label(drawn, fmt="%.3g", padding=3)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlabel(label)

    return draw(title, paint, 1.2 + 0.4 * len(names))
