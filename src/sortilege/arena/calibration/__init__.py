"""Calibrations: what the guides say of their games' designed numbers, measured."""

from collections.abc import Callable, Iterator

from sortilege.arena.calibration import aeydor, lizard_wizard, true_wizard, wizard_wars
from sortilege.arena.calibration.trial import Trial

CALIBRATIONS: dict[str, Callable[[Trial], Iterator[str]]] = {
    "aeydor": aeydor.calibrate,
    "lizard_wizard": lizard_wizard.calibrate,
    "true_wizard": true_wizard.calibrate,
    "wizard_wars": wizard_wars.calibrate,
}


def calibrate(game: str, trial: Trial) -> Iterator[str]:
    """The lines of a calibration's tables, as they are found."""
    if game not in CALIBRATIONS:
        raise ValueError(f"{game} has no calibration; these games have one: {', '.join(CALIBRATIONS)}")
    if trial.games < 1:
        raise ValueError(f"a calibration has at least one game, not {trial.games}")
    return CALIBRATIONS[game](trial)


__all__ = ["CALIBRATIONS", "Trial", "calibrate"]
