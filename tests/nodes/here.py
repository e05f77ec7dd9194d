"""A whole cluster on this machine: PostgreSQL, two nodes, two workers and nginx; `make cluster`."""

import argparse
import os
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
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "load"))
from door import ROOT, Door

from load import free_port
from postgres import Postgres


@contextmanager
def running(*command: object, cwd: Path = ROOT) -> Iterator[None]:
    process = subprocess.Popen([str(word) for word in command], cwd=cwd)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long it runs; default: until stopped")
    parser.add_argument("--port", type=int, default=8080, help="nginx's")
    wish = parser.parse_args()
    address, ports = f"http://127.0.0.1:{wish.port}", [free_port(), free_port()]
    sortilege = Path(sys.executable).with_name("sortilege")
    with ExitStack() as house:
        folder = Path(house.enter_context(tempfile.TemporaryDirectory()))
        server = Postgres(durable=True)
        house.callback(server.close)
        shared = "--database", server.fresh()
        for port in ports:
            house.enter_context(running(sortilege, "serve", "--no-work", "--port", port, "--address", address, *shared))
        for _ in range(2):
            house.enter_context(running(sortilege, "work", "--thinkers", 1, *shared))
        house.callback(Door(folder, ports, wish.port).close)
        until = time.monotonic() + 60
        while not well(address):
            if time.monotonic() > until:
                raise SystemExit("the cluster did not start")
            time.sleep(0.2)
        print(f"Two nodes, two workers, PostgreSQL and nginx: {address}  (Ctrl+C ends it; nothing is kept)")
        if "CI" not in os.environ and wish.seconds == float("inf"):
            webbrowser.open(address)
        ends = time.monotonic() + wish.seconds
        with suppress(KeyboardInterrupt):
            while time.monotonic() < ends:
                time.sleep(0.5)


def well(address: str) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
    return False


if __name__ == "__main__":
    main()
