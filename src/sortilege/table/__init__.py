"""The web table: app, pages, live stream, store."""

import threading
import webbrowser


def serve(host: str, port: int, database: str, open_browser: bool = False) -> None:
    """Run the table until it is stopped. `database` is an SQLAlchemy URL."""
    import uvicorn

    from sortilege.table.app import make_app

    if open_browser:
        timer = threading.Timer(1.0, webbrowser.open, [f"http://{'localhost' if host == '0.0.0.0' else host}:{port}/"])
        timer.daemon = True
        timer.start()
    uvicorn.run(make_app(database), host=host, port=port, access_log=False, timeout_graceful_shutdown=3)
