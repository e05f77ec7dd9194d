"""Matches between bots with ratings and reports, and studies of games for their designers."""

from sortilege.arena.match import Match
from sortilege.arena.match_folder import MatchFolder, play_match
from sortilege.arena.reports.study import write_study
from sortilege.arena.results import GameResult
from sortilege.arena.runner import Stopped, TaskFailed, run
from sortilege.arena.study import Findings, study_game
from sortilege.arena.summary import MatchSummary, summarise

__all__ = [
    "Findings",
    "GameResult",
    "Match",
    "MatchFolder",
    "MatchSummary",
    "Stopped",
    "TaskFailed",
    "play_match",
    "run",
    "study_game",
    "summarise",
    "write_study",
]
