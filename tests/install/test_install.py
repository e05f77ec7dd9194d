"""The package as it is installed: all its files, compiled once, and what happens where that fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STYLE = "src/sortilege/table/style.css"
SMALL = {
    "pyproject.toml": '[project]\nname = "small"\nversion = "1"\n[tool.setuptools]\npackages.find.where = ["src"]\n'
    '[tool.setuptools.package-data]\nsortilege = ["**/*.css"]\n',
    "src/sortilege/__init__.py": "",
    "src/sortilege/engine/__init__.py": "",
    "src/sortilege/engine/bits.py": "def twice(n: int) -> int:\n    return 2 * n\n",
    "src/sortilege/engine/chance.py": "from sortilege.engine.bits import twice\n\n\ndef four() -> int:\n"
    "    return twice(2)\n",
    "src/sortilege/games/__init__.py": "",
    "src/sortilege/games/duel/__init__.py": "",
    "src/sortilege/games/duel/rules.py": "from sortilege.engine.chance import four\n\n\ndef five() -> int:\n"
    "    return four() + 1\n",
    STYLE: "a {}\n",
}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A package of two modules that is built by our set-up, with a hasty compiler that writes down what it is asked."""
    folder = tmp_path
    for name, text in SMALL.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "setup.py", folder)
    compiler = folder / "cc"
    gcc = shutil.which("gcc")
    compiler.write_text(f'#!/bin/sh\necho "$@" >> {folder}/asked\nexec {gcc} "$@" -O0\n', encoding="utf-8")
    compiler.chmod(0o755)
    return folder


def build(folder: Path, compiler: str = "cc", interpreted: str = "") -> tuple[list[str], str]:
    """Build it; what the compiler was asked to compile, and what was said."""
    asked = folder / "asked"
    asked.write_text("", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": "", "CC": str(folder / compiler), "SORTILEGE_INTERPRETED": interpreted}
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", "built"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    lines = asked.read_text(encoding="utf-8").splitlines()
    return [Path(word).name for line in lines for word in line.split() if word.endswith(".c")], done.stderr


def built(folder: Path) -> set[str]:
    return {path.relative_to(folder / "built").as_posix() for path in (folder / "built").rglob("*") if path.is_file()}


def five(folder: Path) -> str:
    code = "from sortilege.games.duel import rules; print(rules.five(), not rules.__file__.endswith('.py'))"
    return subprocess.check_output([sys.executable, "-c", code], cwd=folder / "built", text=True).strip()


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
def test_only_what_changed_is_compiled_again(small: Path) -> None:
    assert {"engine.c", "duel.c", "runtime.c", "door.c"} <= set(build(small)[0])
    assert five(small) == "5 True"
    assert build(small)[0] == []
    change(small, STYLE, "a", "b")
    assert build(small)[0] == []
    assert (small / "built" / "sortilege/table/style.css").read_text(encoding="utf-8") == "b {}\n"
    change(small, "src/sortilege/games/duel/rules.py", "+ 1", "+ 2")
    assert build(small)[0] == ["duel.c"]
    assert five(small) == "6 True"
    change(small, "src/sortilege/engine/bits.py", "2 * n", "3 * n")
    assert set(build(small)[0]) == {"engine.c", "duel.c"}, "short functions of the engine are part of the games"
    assert five(small) == "8 True"
    change(small, "src/sortilege/engine/bits.py", "3 * n", "2 * n")
    assert build(small)[0] == []
    assert five(small) == "6 True"


def test_what_left_the_sources_is_not_installed(small: Path) -> None:
    extra = small / "src/sortilege/gone.py"
    extra.touch()
    build(small, interpreted="yes")
    assert "sortilege/gone.py" in built(small)
    extra.unlink()
    build(small, interpreted="yes")
    assert "sortilege/gone.py" not in built(small)


@pytest.mark.parametrize(("compiler", "reason"), [("cc-that-fails", "failed"), ("no-such-compiler", "no C compiler")])
def test_a_compiler_that_fails_is_told_and_the_package_runs_interpreted(
    small: Path, compiler: str, reason: str
) -> None:
    failing = small / "cc-that-fails"
    failing.write_text("#!/bin/sh\necho 'the sky fell down' >&2\nexit 1\n", encoding="utf-8")
    failing.chmod(0o755)
    _, said = build(small, compiler)
    assert "The rules were not compiled" in said
    assert reason in said
    mark = (small / "built" / "sortilege/uncompiled.txt").read_text(encoding="utf-8")
    assert mark.startswith("The rules were not compiled: ")
    assert ("the sky fell down" in mark) == (compiler == "cc-that-fails")
    assert not [name for name in built(small) if name.endswith(".so")]
    assert five(small) == "5 False"


def test_every_file_of_the_package_is_installed(tmp_path: Path) -> None:
    """Content, guides, pictures, pages, styles, scripts and migrations come along with the code."""
    home = ROOT / "src" / "sortilege"
    files = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    wanted = {name for name in files if not name.endswith((".so", ".pyc")) and name != "uncompiled.txt"}
    command = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    folder = tmp_path / "sortilege"
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == wanted
    assert "py.typed" in wanted
    kinds = {Path(name).suffix for name in wanted}
    assert {".py", ".toml", ".jinja", ".md", ".css", ".js", ".html", ".svg"} <= kinds
