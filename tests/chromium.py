"""Debian's Chromium, driven by Playwright: the one without windows where it is installed, which is quicker."""

import shutil

from playwright.sync_api import Browser, Playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def launch(playwright: Playwright) -> Browser:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "there is no Chromium: make browser"
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
