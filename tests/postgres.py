"""A PostgreSQL server for tests: in a folder of its own, on a port of its own, gone with the tests."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from sqlalchemy import create_engine

from sortilege.table.keep.migrate import migrate

HOST = "127.0.0.1"
HURRIED = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
"""Nothing has to outlive these tests."""


def programs() -> Path | None:
    """Where Debian has the newest server's programs; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[4]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


def as_postgres() -> list[str]:
    """What goes before a command: the server does not run as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


class Postgres:
    """A server that can be stopped hard and started again; `durable` as a house would have it."""

    def __init__(self, durable: bool = False) -> None:
        self.bin = programs() or Path()
        self.folder = Path(tempfile.mkdtemp(prefix="sortilege-postgres-"))
        self.settings = () if durable else HURRIED
        with socket.socket() as found:
            found.bind((HOST, 0))
            self.port = int(found.getsockname()[1])
        if as_postgres():
            shutil.chown(self.folder, "postgres", "postgres")
        self.run(
            "initdb", "-D", str(self.data), "-A", "trust", "-U", "sortilege", "-E", "UTF8", "--locale=C", "--no-sync"
        )
        self.start()
        self.template = self.fresh("template1")
        engine = create_engine(self.template)
        migrate(engine)
        engine.dispose()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *words: str) -> None:
        command = [*as_postgres(), str(self.bin / program), *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/")

    def start(self) -> None:
        command = [
            *as_postgres(), str(self.bin / "postgres"), "-D", str(self.data), "-p", str(self.port), "-h", HOST,
            "-k", str(self.folder), "-c", "max_connections=300", *self.settings,
        ]  # fmt: skip
        said = (self.folder.parent / f"{self.folder.name}.log").open("ab")
        self.process = subprocess.Popen(command, stdout=said, stderr=said, cwd="/")
        said.close()
        until = time.monotonic() + 30
        while subprocess.run(
            [self.bin / "pg_isready", "-q", "-h", HOST, "-p", str(self.port)], check=False, cwd="/"
        ).returncode:
            assert time.monotonic() < until, "the database did not start"
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """SIGQUIT: as in a crash."""
        self.process.send_signal(how)
        self.process.wait(30)

    def fresh(self, template: str = "") -> str:
        """The URL of a new database of the present shape."""
        name = f"house_{secrets.token_hex(6)}"
        source = template or self.template.rpartition("/")[2]
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {source}")
        engine.dispose()
        return self.url(name)

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://sortilege@{HOST}:{self.port}/{name}"

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder.parent / f"{self.folder.name}.log").unlink(missing_ok=True)
