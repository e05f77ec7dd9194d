"""From a clone to a table that answers: two commits by turns, in one run, with what each takes of the processor.

    benchmarks/first.py --before fc09ca9 --now HEAD --rounds 2

Only ratios mean something, and only on a machine that has nothing else to do: this version builds on all cores.
"""

import argparse
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).parents[1]
PAUSE = 0.05


def used() -> float:
    """Seconds of the processor that finished children have taken."""
    times = os.times()
    return times.children_user + times.children_system


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/") as answer:
            return bool(answer.read())
    except (URLError, ConnectionError):
        return False


def serve(folder: Path) -> None:
    """Start the table, and end it once it has answered."""
    port = free_port()
    command = [".venv/bin/sortilege", "serve", "--port", str(port), "--database", f"sqlite:///{folder}/table.db"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as table:
        while not answers(port):
            if table.poll() is not None:
                raise SystemExit(f"{' '.join(command)} ended")
            time.sleep(PAUSE)
        table.kill()


def first_start(commit: str) -> float:
    """Seconds from a fresh clone to the first page."""
    folder = Path(tempfile.mkdtemp(prefix="first-"))
    try:
        subprocess.run(["git", "clone", "--quiet", str(HERE), str(folder)], check=True)
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
        begin, before = time.monotonic(), used()
        subprocess.run(["make", "--silent", ".venv/installed"], cwd=folder, check=True)
        serve(folder)
        taken = time.monotonic() - begin
        print(f"{commit:12} {taken:6.1f} s, {used() - before:6.1f} of the processor", flush=True)
        return taken
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--before", required=True, metavar="COMMIT")
    reader.add_argument("--now", default="HEAD", metavar="COMMIT")
    reader.add_argument("--rounds", type=int, default=2)
    wish = reader.parse_args()
    now = subprocess.check_output(["git", "rev-parse", "--short", wish.now], cwd=HERE, text=True).strip()
    rounds = [(first_start(wish.before), first_start(now)) for _ in range(wish.rounds)]
    before, after = map(sum, zip(*rounds))
    print(f"{after / before:.2f} of the time before")


if __name__ == "__main__":
    main()
