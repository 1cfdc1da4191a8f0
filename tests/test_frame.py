"""The frame: what is installed, what is pinned, what make refuses, what a skip means."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import meleekit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
PIN_FILES = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")


def pins(name: str) -> dict[str, str]:
    """Package to version, of one file alone; a line of any other form is an error."""
    found = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        if line.startswith(("#", "-r requirements")):
            continue
        match = re.fullmatch(r"([a-z0-9-]+)==([0-9a-z.]+)", line)
        assert match, f"{name}: not a plain pin: {line!r}"
        found[match[1]] = match[2]
    return found


def direct_dependencies() -> list[Requirement]:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [Requirement(line) for line in whole["project"]["dependencies"]]


def needed_by(names: list[str]) -> set[str]:
    """The packages and all that they need on this machine."""
    found: set[str] = set()
    left = [canonicalize_name(name) for name in names]
    while left:
        name = left.pop()
        if name in found:
            continue
        found.add(name)
        for line in metadata.requires(name) or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                left.append(canonicalize_name(needed.name))
    return found


def pytest_on(
    files: dict[str, str], folder: Path, arguments: tuple[str, ...] = (), **environment: str
) -> str:
    """What pytest prints of these test files, in a folder of their own beside our conftest."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MELEEKIT_", "PYTEST_"))}
    # Only the plugins that a test names: to load all that are installed takes longer than the rest.
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rsfE", *arguments],
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return f"{done.stdout}\nexit code {done.returncode}"


def make_with_python(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `make serve` where the only Python is the given shell script."""
    for name in ("Makefile", "pyproject.toml", *PIN_FILES):
        shutil.copy(ROOT / name, folder)
    python = folder / "some-python"
    python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    python.chmod(0o755)
    return subprocess.run(
        ["make", "serve", f"PYTHON={python}"],
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", PIN_FILES)
def test_pin_files_name_exact_versions_and_nothing_else(name: str) -> None:
    assert pins(name)


def test_all_that_the_table_needs_is_pinned() -> None:
    direct = [needed.name for needed in direct_dependencies()]
    assert needed_by(direct) <= set(pins("requirements.txt"))


def test_nothing_is_pinned_that_the_table_does_not_need() -> None:
    direct = [needed.name for needed in direct_dependencies()]
    assert set(pins("requirements.txt")) <= needed_by(direct)


def test_every_pin_lies_in_the_range_of_pyproject() -> None:
    pinned = pins("requirements.txt")
    outside = [
        needed
        for needed in direct_dependencies()
        if Version(pinned[canonicalize_name(needed.name)]) not in needed.specifier
    ]
    assert outside == []


def test_the_table_installs_without_numpy_or_a_compiler() -> None:
    assert not {"numpy", "numba", "scipy", "pandas"} & set(pins("requirements.txt"))


def test_the_installed_package_has_the_version_of_the_source() -> None:
    assert metadata.version("meleekit") == meleekit.__version__


def test_importing_meleekit_loads_none_of_its_dependencies() -> None:
    direct = [canonicalize_name(needed.name) for needed in direct_dependencies()]
    program = f"import meleekit, sys; print(*(set(sys.modules) & set({direct!r})))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def test_a_python_that_is_too_old_is_refused_with_the_version_needed(tmp_path: Path) -> None:
    done = make_with_python("exit 1", tmp_path)
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr


def test_a_python_without_venv_is_refused_with_what_to_install(tmp_path: Path) -> None:
    done = make_with_python('case "$2" in *ensurepip*) exit 1;; esac', tmp_path)
    assert done.returncode != 0
    assert "apt-get install python3-venv" in done.stderr


def test_a_refused_python_leaves_no_venv_behind(tmp_path: Path) -> None:
    make_with_python('test "$2" != venv', tmp_path)
    assert not (tmp_path / ".venv").exists()


def test_a_missing_browser_is_a_skip_that_says_why(tmp_path: Path) -> None:
    no_apps = "import conftest\nconftest.CHROMIUM_MAC_APPS = ()\n"
    test_file = {"test_page.py": f"{no_apps}def test_page(chromium_path): pass"}
    printed = pytest_on(test_file, tmp_path, PATH="/nowhere")
    assert "1 skipped" in printed
    assert "no Chromium or Chrome found" in printed
    assert "exit code 0" in printed


def test_where_browsers_are_required_every_kind_of_skip_fails(tmp_path: Path) -> None:
    kinds = """
import pytest
def test_inside(): pytest.skip("said inside")
@pytest.mark.skip(reason="said by mark")
def test_marked(): pass
@pytest.mark.xfail(reason="said to be expected")
def test_expected(): assert False
"""
    whole = "import pytest\npytest.skip('said of the file', allow_module_level=True)"
    test_files = {"test_kinds.py": kinds, "test_whole.py": whole}
    in_a_worker = ("-p", "xdist", "-n", "1", "--continue-on-collection-errors")
    printed = pytest_on(test_files, tmp_path, in_a_worker, MELEEKIT_REQUIRE_BROWSER="1")
    assert "2 failed, 2 errors" in printed  # what fails before the test begins is an error
    assert "forbids skips" in printed
    assert "exit code 1" in printed


def test_the_browser_shows_a_page(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<main><h1>Table</h1></main>")
    assert page.get_by_role("heading").inner_text() == "Table"
