"""The web table: app, pages, live stream, store."""

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any


def serve(
    host: str, port: int, database: str, open_browser: bool = False, address: str = "", works: bool = True
) -> None:
    """Run the table until it is stopped. `database` is an SQLAlchemy URL, `address` where people find it. `works`:
    whether this process thinks for bots and watches clocks."""
    from sortilege.table.web.app import make_app

    if open_browser:
        timer = threading.Timer(1.0, webbrowser.open, [f"http://{'localhost' if host == '0.0.0.0' else host}:{port}/"])
        timer.daemon = True
        timer.start()
    token = os.environ.get("SORTILEGE_METRICS_TOKEN", "")
    run_server(make_app(database, address=address, metrics_token=token, works=works), host, port)


def work(database: str, thinkers: int | None = None) -> None:
    """Think for bots and watch clocks, for a house that others serve, until it is stopped."""
    import asyncio

    from sortilege.table.keep.opening import open_keep
    from sortilege.table.play.host import PACE_SECONDS
    from sortilege.table.play.thinking import Thinkers, own_processors
    from sortilege.table.play.work import work_at

    workers = own_processors() if thinkers is None else thinkers
    asyncio.run(work_at(open_keep(database), Thinkers(workers), PACE_SECONDS))


def run_server(app: Any, host: str, port: int, log_level: str = "info") -> None:
    from sortilege.table.web.server import make_server

    server = make_server(app, host, port, log_level)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)
