"""The workflows are read as their engine would read them, and every command in them is one that is there.

No engine runs them here: what is left to it are its own actions, its cache, and its expressions.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from toys import REPOSITORY

from theorytest.cli import parser

yaml = pytest.importorskip("yaml", reason="comes with the extra `cluster`")

FILES = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}$")
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")
KEYS = {"name", "on", "permissions", "jobs"}
JOB = {"runs-on", "timeout-minutes", "strategy", "steps"}
STEP = {"uses", "with", "run", "env", "if"}


def read(file):
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in found.items()}  # YAML 1.1 reads `on` as a truth value


def steps():
    return [
        pytest.param(step, id=f"{file.stem}-{name}-{number}")
        for file in FILES
        for name, job in read(file)["jobs"].items()
        for number, step in enumerate(job["steps"])
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_workflow_may_read_and_no_more_and_ends(file):
    found = read(file)
    assert set(found) == KEYS
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        assert set(job) <= JOB
        assert 0 < job["timeout-minutes"] <= 180


@pytest.mark.parametrize("step", steps())
def test_a_step_is_a_pinned_action_or_a_script_without_expressions_of_others(step):
    assert set(step) <= STEP
    assert ("uses" in step) != ("run" in step)
    if "uses" in step:
        assert PINNED.match(step["uses"])
    if str(step.get("uses")).startswith("actions/checkout@"):
        assert step["with"]["persist-credentials"] is False
    inside = EXPRESSION.findall(step.get("run", ""))  # would be put into the script as they are
    assert [each for each in inside if "matrix." not in each] == []


def scripts():
    return [each for each in steps() if "run" in each.values[0]]


@pytest.mark.parametrize("step", scripts())
def test_every_command_of_a_script_is_there(step):
    script = EXPRESSION.sub("word", step["run"])
    subprocess.run(["bash", "-n", "-c", script], check=True)
    for line in script.splitlines():
        for command in re.split(r"&&|\|\||;", re.sub(r"\$\(.*?\)", "20260101", line)):
            require_command([each for each in shlex.split(command) if "=" not in each or each.startswith("-")])


def require_command(words):
    """make has the target, theorytest the command with its options, pytest its files; others are of the system."""
    words = words[: words.index(">")] if ">" in words else words
    name = Path(words[0]).name
    if name == "make":
        known = {"cwd": REPOSITORY, "env": os.environ | {"MAKEFLAGS": ""}, "capture_output": True, "check": True}
        subprocess.run(["make", "--dry-run", *words[1:]], **known)
    elif name == "theorytest":
        parser().parse_args([re.sub(r"^\$.*", "1", each) for each in words[1:]])
    elif name == "python":
        assert words[1] == "-m"
        assert words[2] in ("pip", "pytest")
        named = [each for each in words[3:] if words[2] == "pytest" and not each.startswith("-")]
        assert all((REPOSITORY / each).exists() for each in named if "/" in each or each in ("tests", "checks"))
    else:
        assert name in ("mkdir", "rm", "cp", "test", "uv", "pip-audit")
