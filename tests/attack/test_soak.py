"""The soak, for some seconds: all games, people, bots, watchers, attacks, a kill; nothing is lost, doubled or told."""

from pathlib import Path

from soak import soak


def test_a_few_seconds_of_everything(tmp_path: Path) -> None:
    diary, found = soak(tmp_path, 8, kill_every=3, kill_until=6)
    assert diary.kills + diary.stops > 0
    assert diary.answered
    assert found["found"] == len(diary.answered)
    assert (diary.doubled, diary.passed_over, found["gaps"], found["leaks"], found["unlike"]) == (0, 0, 0, 0, 0)
    assert not [code for code in diary.statuses if code >= 500]
    assert found["tracebacks"] == 0
