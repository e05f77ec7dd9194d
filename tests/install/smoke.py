"""Installs a wheel in an empty environment where there is no compiler, and plays: `smoke.py WHEEL`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PLAYS = """
import sortilege
from sortilege.engine import FastChance, new_buffer, state
from sortilege.engine.playout import play_out
assert not state.__file__.endswith(".py"), "the rules are not compiled"
for name in sortilege.games():
    game = sortilege.game(name)
    played = game.start(game.seat_range[-1])
    decisions = play_out(played, FastChance("smoke"), new_buffer())
    print(f"{name}: {decisions} decisions, {played.ending()}")
"""


def install(folder: Path, wheel: Path) -> Path:
    """Programs of the new environment; nothing else is found by name."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    programs = folder / "venv" / "bin"
    run(folder, programs / "pip", "install", "--quiet", "--disable-pip-version-check", wheel.resolve())
    return programs


def run(folder: Path, *command: object) -> str:
    done = subprocess.run(
        list(map(str, command)), env=bare(folder), cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def bare(folder: Path) -> dict[str, str]:
    kept = ("HOME", "LANG", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy")
    return {**{key: os.environ[key] for key in kept if key in os.environ}, "PATH": str(folder / "venv" / "bin")}


def table_answers(folder: Path, programs: Path) -> None:
    """The table opens on a port and says that it is well."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [programs / "sortilege", "serve", "--port", port]
    table = subprocess.Popen(command, env={**bare(folder), "XDG_DATA_HOME": str(folder)}, cwd=folder)
    try:
        until = time.monotonic() + 60
        while not well(f"http://127.0.0.1:{port}/healthz"):
            assert table.poll() is None, "the table closed"
            assert time.monotonic() < until, "the table did not answer"
            time.sleep(0.2)
    finally:
        table.terminate()
        table.wait()


def well(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.read() == b"well\n")
    except OSError:
        return False


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        programs = install(folder, Path(sys.argv[1]))
        print(run(folder, programs / "sortilege", "games"), end="")
        print(run(folder, programs / "python", "-c", PLAYS), end="")
        table_answers(folder, programs)
    print(f"{Path(sys.argv[1]).name} installs and plays where there is no compiler.")


if __name__ == "__main__":
    main()
