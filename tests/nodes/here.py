"""A whole cluster on this machine: PostgreSQL, two nodes, two workers and nginx; `make cluster`."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))
from postgres import Postgres

ROOT = Path(__file__).parents[2]
DOOR = "http://127.0.0.1:8080"
PORTS = (8017, 8018)


@contextmanager
def running(*command: object, cwd: Path = ROOT) -> Iterator[None]:
    process = subprocess.Popen([str(word) for word in command], cwd=cwd)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def nginx_at(folder: Path) -> list[object]:
    """The command that runs nginx as in deploy/, with the nodes of this machine."""
    shutil.copy(ROOT / "deploy/nginx.conf", folder)
    servers = [f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in PORTS]
    (folder / "upstream.conf").write_text("\n".join(servers), encoding="utf-8")
    own = f"daemon off; pid {folder}/pid; error_log {folder}/errors;"
    return ["nginx", "-p", folder, "-c", folder / "nginx.conf", "-g", own]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long it runs; default: until stopped")
    wish = parser.parse_args()
    sortilege = Path(sys.executable).with_name("sortilege")
    with ExitStack() as house:
        folder = Path(house.enter_context(tempfile.TemporaryDirectory()))
        server = Postgres(durable=True)
        house.callback(server.close)
        shared = "--database", server.fresh()
        for port in PORTS:
            house.enter_context(running(sortilege, "serve", "--no-work", "--port", port, "--address", DOOR, *shared))
        for _ in range(2):
            house.enter_context(running(sortilege, "work", "--thinkers", 1, *shared))
        house.enter_context(running(*nginx_at(folder)))
        until = time.monotonic() + 60
        while not well():
            if time.monotonic() > until:
                raise SystemExit("the cluster did not start")
            time.sleep(0.2)
        print(f"Two nodes, two workers, PostgreSQL and nginx: {DOOR}  (Ctrl+C ends it; nothing is kept)")
        if "CI" not in os.environ and wish.seconds == float("inf"):
            webbrowser.open(DOOR)
        ends = time.monotonic() + wish.seconds
        with suppress(KeyboardInterrupt):
            while time.monotonic() < ends:
                time.sleep(0.5)


def well() -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{DOOR}/healthz", trust_env=False).status_code == 200
    return False


if __name__ == "__main__":
    main()
