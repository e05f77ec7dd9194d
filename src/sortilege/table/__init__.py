"""The web table: app, pages, live stream, store."""

import threading
import webbrowser
from typing import Any


def serve(host: str, port: int, database: str, open_browser: bool = False) -> None:
    """Run the table until it is stopped. `database` is an SQLAlchemy URL."""
    from sortilege.table.web.app import make_app

    if open_browser:
        timer = threading.Timer(1.0, webbrowser.open, [f"http://{'localhost' if host == '0.0.0.0' else host}:{port}/"])
        timer.daemon = True
        timer.start()
    run_server(make_app(database), host, port)


def run_server(app: Any, host: str, port: int, log_level: str = "info") -> None:
    import uvicorn

    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level=log_level,
        access_log=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=3,
    )
