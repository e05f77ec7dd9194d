"""Matches between bots with ratings and reports, and studies of games for their designers."""

from sortilege.arena.contest import Match, Result
from sortilege.arena.runner import run
from sortilege.arena.series import Series, play_match
from sortilege.arena.study import Findings, study_game, write_study
from sortilege.arena.summary import Summary, summarise

__all__ = [
    "Findings",
    "Match",
    "Result",
    "Series",
    "Summary",
    "play_match",
    "run",
    "study_game",
    "summarise",
    "write_study",
]
