"""nginx as deploy/ has it, before nodes of this machine."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTENS = "listen 8080;"
LIMITS = {"rate=30r/s": "rate=100000r/s", "limit_conn streams 200;": ""}
"""A crowd that comes from one address is no crowd to nginx."""


class Door:
    """It is open until it is closed; `crowd`: many may come from one address."""

    def __init__(self, folder: Path, ports: Sequence[int], port: int = 8080, crowd: bool = False) -> None:
        changes = {LISTENS: f"listen 127.0.0.1:{port};"} | (LIMITS if crowd else {})
        config = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
        for said, instead in changes.items():
            assert said in config
            config = config.replace(said, instead)
        (folder / "nginx.conf").write_text(config, encoding="utf-8")
        servers = [f"server 127.0.0.1:{each} max_fails=0;" for each in ports]
        (folder / "upstream.conf").write_text("\n".join(servers), encoding="utf-8")
        own = f"daemon off; pid {folder}/pid; error_log {folder}/errors;"
        command = ["nginx", "-p", folder, "-c", folder / "nginx.conf"]
        subprocess.run([*command, "-t", "-q", "-g", own], check=True)
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([*command, "-g", own], start_new_session=True)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
