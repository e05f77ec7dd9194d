"""Compiles the rules, and what each move at the table passes, with mypyc: every game a unit of its own, on all cores,
and only what has changed.

Whatever is made is kept in build/rules under a hash of all that it was made from. Where there is no C compiler, or it
fails, the package installs and runs interpreted, and `sortilege/uncompiled.txt` in it says why.
"""

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError

SOURCES = Path("src")
COMPILED = (
    *(f"engine/{name}.py" for name in ("batch", "bits", "chance", "network", "observe", "playout", "sense", "state")),
    *(f"games/*/{name}.py" for name in ("board", "content", "outlook", "position", "prospect", "rules", "rules/*")),
    "games/*/sense.py",
    "bots/search/*.py",
    *(f"table/{name}.py" for name in ("play/clock", "play/table", "web/direct", "web/stream")),
)
GROUP = "sortilege"
LIBRARY = f"{GROUP}__mypyc"
ENGINE, RUNTIME, TABLE = "engine", "runtime", "table"
HEADERS = f'#include "__native_{GROUP}.h"\n#include "__native_internal_{GROUP}.h"\n'
LENIENT = ("--config-file=", "--ignore-missing-imports", "--follow-imports=silent", "--no-site-packages")
FLAGS = ("-O3", "-g0", "-w", "-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt", "-ffp-contract=off")
LIGHT = ("-O0",)  # for what runs once, when it is imported
SHARED = ("bits", "state")  # modules of the engine whose short functions are compiled into every unit
SHORT = 70  # lines
RARE = '__attribute__((optimize("O0"))) '  # before what runs once, or only opens the way in from Python
ONCE = re.compile(
    r"^ *(?=PyObject \*CPyPy_\w+\(.*\) \{$|char CPyDef_\w*__top_level__\(void\) \{$|static int CPyExec_\w+\(.*\)\n\{$"
    r"|static (PyObject \*|int)\n\w+_[gs]et_\w+\(.*\)\n\{$)",
    re.M,
)

# Python asks a library for its module by the last word of its name; which one it means follows from the spec.
DOOR = """#include <Python.h>

static PyObject *open_module(PyObject *spec, PyModuleDef *Py_UNUSED(def)) {
    PyObject *name = PyObject_GetAttrString(spec, "name");
    PyObject *parts = name ? PyUnicode_Split(name, Py_BuildValue("s", "."), -1) : NULL;
    PyObject *joined = parts ? PyUnicode_Join(Py_BuildValue("s", "___"), parts) : NULL;
    PyObject *init = joined ? PyUnicode_FromFormat("init_%U", joined) : NULL;
    PyObject *path = joined ? PyUnicode_FromFormat("LIBRARY.init_%U", joined) : NULL;
    PyObject *library = path ? PyImport_ImportModuleLevel("LIBRARY", NULL, NULL, Py_BuildValue("(s)", "*"), 0) : NULL;
    PyObject *capsule = library ? PyObject_GetAttr(library, init) : NULL;
    PyObject *(*opened)(void) = capsule ? PyCapsule_GetPointer(capsule, PyUnicode_AsUTF8(path)) : NULL;
    return opened ? opened() : NULL;
}

static PyModuleDef_Slot slots[] = {{Py_mod_create, open_module}, {0, NULL}};
static PyModuleDef door = {PyModuleDef_HEAD_INIT, "door", NULL, 0, NULL, slots};

#define OPENS(name) PyMODINIT_FUNC PyInit_##name(void) { return PyModuleDef_Init(&door); }
"""

KEPT = Path("build/rules")
C_FILES = KEPT / "c"
KEPT_DAYS = 30
MARK = "uncompiled.txt"
MOST_LINES = 30


class Uncompiled(Exception):
    """There is no compiler, or it failed; the text says what."""


def modules() -> list[Path]:
    """What is compiled: all that defines something in the places above."""
    found = sorted(path for pattern in COMPILED for path in (SOURCES / "sortilege").glob(pattern))
    return [path for path in found if path.name != "__init__.py" or defines(path)]


def defines(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.ClassDef | ast.FunctionDef) for node in tree.body)


def read_with(paths: Iterable[Path]) -> list[Path]:
    """These files and all of ours that they import, and so on."""
    found, open_ends = set(paths), list(paths)
    while open_ends:
        new = set(imported(open_ends.pop())) - found
        found |= new
        open_ends += new
    return sorted(found)


def imported(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        else:
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            stem = SOURCES.joinpath(*name.split("."))
            yield from (file for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file())


def digest(*parts: object) -> str:
    """A hash of files by their content, and of anything else by its text."""
    whole = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else str(part).encode()
        whole.update(b"%d " % len(content) + content)
    return whole.hexdigest()[:32]


def tools() -> tuple[str, ...]:
    """What turns the same sources into the same code: Python, mypyc and its library."""
    return (sys.version, sys.platform, version("mypy"), version("librt"))


def translated() -> dict[str, list[str]]:
    """The C files of each library, by its name; made anew only where a module, or one that it imports, has changed."""
    paths, table = modules(), KEPT / "translated.json"
    files = [Path(__file__), *read_with(paths)]
    key = digest(*tools(), *map(str, paths), *map(str, files), *files)
    kept = json.loads(table.read_text(encoding="utf-8")) if table.exists() else {}
    if kept.get("key") != key:
        shutil.rmtree(C_FILES, ignore_errors=True)
        table.unlink(missing_ok=True)
        kept = {"key": key, "libraries": translate([str(path) for path in paths])}
        table.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return dict(kept["libraries"])


def translate(paths: list[str]) -> dict[str, list[str]]:
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = str(SOURCES)
    made = mypycify([*LENIENT, *paths], multi_file=True, group_name=GROUP, target_dir=str(C_FILES))
    units = next(each.sources for each in made if each.name == LIBRARY)
    names = [each.name for each in made if each.name != LIBRARY]
    door = write_door(names)
    return {LIBRARY: write_units(units), **{name: [door] for name in names}}


def write_door(names: list[str]) -> str:
    """One C file that opens all modules: mypyc's own, one for each, take seven seconds and say the same."""
    inits = sorted({f"OPENS({name.removesuffix('.__init__').rpartition('.')[2]})" for name in names})
    path = C_FILES / "door.c"
    path.write_text("\n".join([DOOR.replace("LIBRARY", LIBRARY), *inits, ""]), encoding="utf-8")
    return str(path)


def write_units(sources: list[str]) -> list[str]:
    """The C files put together by what is compiled in one piece, so that functions that call each other are inlined."""
    units: dict[str, list[str]] = {}
    for source in sources:
        text = Path(source).read_text(encoding="utf-8")
        Path(source).write_text(ONCE.sub(RARE, text), encoding="utf-8")
        units.setdefault(unit_of(Path(source).stem), []).append(Path(source).relative_to(C_FILES).as_posix())
    shared = "".join(f"extern inline __attribute__((gnu_inline)) {each}" for each in short_functions())
    for unit, names in units.items():
        includes = [f'#include "{name}"\n' for name in names]
        own = shared if unit not in (ENGINE, RUNTIME) else ""
        (C_FILES / f"{unit}.c").write_text(HEADERS + own + "".join(includes), encoding="utf-8")
    return [str(C_FILES / f"{unit}.c") for unit in units]


def unit_of(stem: str) -> str:
    """A game, its content, the table, the engine, or what mypyc brings along."""
    room, *rest = stem.removeprefix(f"__native_{GROUP}___").split("___")
    if room == "games":
        return f"{rest[0]}_content" if rest[1:] == ["content"] else rest[0]
    if room == TABLE:
        return TABLE
    return ENGINE if rest else RUNTIME


def short_functions() -> Iterator[str]:
    """The short functions of the shared modules that use nothing which only their own C file knows."""
    for path in sorted(C_FILES.glob(f"__native_{GROUP}___engine___*.c")):
        name = path.stem.rpartition("___")[2]
        if name not in SHARED:
            continue
        text = path.read_text(encoding="utf-8")
        own = set(re.findall(r"^static .*?(\w+)(?:\[\])? ?[=({;]", text, re.M))
        for found in re.finditer(rf"^[A-Za-z].*\bCPyDef_{name}___(?!____top).*\) \{{\n(?:.*\n)*?\}}\n", text, re.M):
            if found[0].count("\n") <= SHORT and not own & set(re.findall(r"\w+", found[0])):
                yield found[0]


def extension_names() -> list[str]:
    """One library with all the code, and a small one for each module that opens it."""
    stems = (".".join(path.relative_to(SOURCES).with_suffix("").parts) for path in modules())
    return [LIBRARY, *stems]


class BuildAnew(build):
    """Starts from an empty folder, so that nothing that left the sources is installed."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class BuildRules(build_ext):
    """Compiles and links what is not there yet; where that fails the package goes without."""

    def build_extensions(self) -> None:
        try:
            self.compile_all() if self.compiler.compiler_type == "unix" else self.compile_as_usual()
        except (Uncompiled, CCompilerError) as failure:
            self.go_without(str(failure))

    def compile_as_usual(self) -> None:
        """With a compiler whose commands we do not know: all of it, one after the other."""
        libraries = translated()
        for each in self.extensions:
            each.sources, each.include_dirs = libraries[each.name], list(map(str, self.folders()))
        super().build_extensions()

    def compile_all(self) -> None:
        compiler, known = self.compiler_so()
        libraries = translated()
        sources = {source for each in libraries.values() for source in each}
        objects = self.compile_objects(compiler, known, sources)
        for each in self.extensions:
            made = self.link([objects[source] for source in sorted(libraries[each.name])])
            target = Path(self.get_ext_fullpath(each.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(made, target)
        forget_old()

    def compiler_so(self) -> tuple[list[str], str]:
        """The command that compiles for a shared library, and what it says it is."""
        command = list(self.compiler.compiler_so)
        if not shutil.which(command[0]):
            raise Uncompiled(f"no C compiler was found at installation ({command[0]})")
        return command, run([command[0], "--version"])

    def compile_objects(self, compiler: list[str], known: str, sources: set[str]) -> dict[str, Path]:
        """The object of each C file; the largest first, side by side."""
        headers = sorted((C_FILES).rglob("*.h"))
        base = digest(known, *compiler, *tools(), *headers)
        command = [*compiler, *(f"-I{folder}" for folder in self.folders())]

        def compile_one(source: str) -> Path:
            flags = [*FLAGS, *(LIGHT if Path(source).stem.endswith("content") else ())]
            made = KEPT / "objects" / f"{digest(base, *flags, *included(Path(source)))}.o"
            return make(made, lambda draft: [*command, *flags, "-c", source, "-o", draft])

        ordered = sorted(sources, key=lambda source: -sum(each.stat().st_size for each in included(Path(source))))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(ordered, pool.map(compile_one, ordered)))

    def folders(self) -> list[Path]:
        """Where included files lie: ours, mypyc's, Python's."""
        spec = find_spec("mypyc")
        assert spec
        assert spec.submodule_search_locations
        runtime = Path(spec.submodule_search_locations[0]) / "lib-rt"
        parts = sorted(each for each in runtime.iterdir() if each.is_dir())
        return [C_FILES, runtime, *parts, *map(Path, self.compiler.include_dirs)]

    def link(self, objects: list[Path]) -> Path:
        command = [*self.compiler.linker_so, *map(str, objects)]
        made = KEPT / "libraries" / f"{digest(*command, *objects)}.so"
        return make(made, lambda draft: [*command, "-o", draft])

    def go_without(self, reason: str) -> None:
        for each in self.extensions:
            each.optional = True
        first = reason.splitlines()[0]
        text = f"The rules were not compiled: {first}\nThey run interpreted, some forty times slower.\n"
        mark = Path(self.build_lib) / "sortilege" / MARK
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(text + "\n".join(["", *reason.splitlines()[1:]]), encoding="utf-8")
        line = "*" * 100
        print(line, text, *reason.splitlines()[1:], line, sep="\n", file=sys.stderr)


def included(source: Path) -> list[Path]:
    """A C file and those of ours that it includes."""
    names = re.findall(r'^#include "(.*\.c)"$', source.read_text(encoding="utf-8"), re.M)
    return [source, *(C_FILES / name for name in names)]


def make(target: Path, command: Callable[[str], list[str]]) -> Path:
    """The file, if it is not kept already, by a command that gets a draft's name; whole or not at all."""
    if target.exists():
        os.utime(target)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(f".{os.getpid()}")
        run(command(str(draft)))
        os.replace(draft, target)
    return target


def run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Uncompiled(f"{command[0]} cannot be run\n{error}") from None
    if done.returncode:
        said = done.stderr.splitlines()[:MOST_LINES]
        raise Uncompiled("\n".join([f"{command[0]} failed", " ".join(command), *said]))
    return done.stdout


def forget_old() -> None:
    """Throw away what no build has used for long."""
    for path in [*(KEPT / "objects").iterdir(), *(KEPT / "libraries").iterdir()]:
        if path.stat().st_mtime < time.time() - KEPT_DAYS * 24 * 3600:
            path.unlink()


if __name__ == "__main__":
    interpreted = bool(os.environ.get("SORTILEGE_INTERPRETED"))
    setup(
        ext_modules=[] if interpreted else [Extension(name, []) for name in extension_names()],
        cmdclass={"build": BuildAnew, "build_ext": BuildRules},
    )
