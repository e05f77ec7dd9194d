"""The soak, for some seconds: all games, people, bots, watchers, attacks, a kill; nothing is lost, doubled or told."""

from pathlib import Path

from soak import Diary, look_at_file, soak


def test_a_few_seconds_of_everything(tmp_path: Path) -> None:
    diary = Diary()
    soak(tmp_path, diary, 8, kill_every=3, kill_until=6)
    found = look_at_file(tmp_path, diary)
    assert diary.kills + diary.stops > 0
    assert diary.answered
    assert found["found"] == len(diary.answered)
    assert (diary.doubled, diary.passed_over, found["gaps"], found["leaks"], found["unlike"]) == (0, 0, 0, 0, 0)
    assert (diary.errors(), diary.tracebacks, diary.troubles) == ({}, 0, [])
