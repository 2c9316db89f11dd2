"""What `make dist` builds works outside of the checkout: the wheel in an empty folder."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from toys import REPOSITORY

import theorytest


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, timeout=120)
    return folder


def test_the_wheel_works_in_an_empty_folder(built, tmp_path):
    [wheel] = built.glob("*.whl")
    assert wheel.name == f"theorytest-{theorytest.__version__}-py3-none-any.whl"
    site, empty = tmp_path / "site", tmp_path / "empty"
    empty.mkdir()
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    assert Path(run(empty, site, "-c", "import theorytest; print(theorytest.__file__)").strip()).is_relative_to(site)
    run(empty, site, "-m", "theorytest", "init")
    assert run(empty, site, "-m", "theorytest", "verify", "--mutants", "--jobs", "1").endswith(
        "2 of 2 mutants refuted\n"
    )
    run(empty, site, "-m", "theorytest", "report")
    assert (empty / "reports" / "index.html").is_file()


def run(folder, site, *words):
    environment = os.environ | {"PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_source_archive_has_what_is_needed_to_build_and_to_read(built):
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[-1] for name in opened.getnames()}
    assert {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "docs/tutorial.md",
        "examples/adam/README.md",
    } <= names
    assert not any(name.startswith(".theorytest") or "/.theorytest/" in name for name in names)
