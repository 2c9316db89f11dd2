"""The words that a shell offers, and that they come quickly."""

import subprocess
import sys

import pytest
from toys import environment, theorytest, write_toy

from theorytest.cli import main
from theorytest.commands.listed import HEADINGS

DEAR = ("numpy", "scipy", "sympy", "rich", "msgspec", "joblib", "statsmodels", "matplotlib")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("theorytest ver", ["verify"]),
        ("theorytest verify lem:", ["lem:mean"]),
        ("theorytest verify --mu", ["--mutants"]),
        ("theorytest verify --sch", ["--scheduler"]),
        ("theorytest report lem:", []),
    ],
)
def test_what_could_end_a_line(tmp_path, capsys, line, words):
    checks = write_toy(tmp_path)
    assert main(["completion", "--checks", str(checks), "--line", line]) == 0
    assert capsys.readouterr().out.splitlines() == words


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["completion", "--line", "theorytest verify --m"]])
def test_what_a_shell_waits_for_loads_no_library(words):
    """0.25 s of CPU are promised; a loaded machine cannot time that, but can see what is loaded."""
    said = (
        "import sys; from theorytest.__main__ import main; sys.argv[1:] = " + repr(words) + "\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"sys.exit(repr([name for name in {DEAR} if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, env=environment())
    assert done.stderr == "[]\n"


def test_every_command_is_in_the_help_and_explains_itself(tmp_path):
    shown = theorytest(tmp_path, "--help").stdout
    for command in (each for group in HEADINGS.values() for each in group):
        assert f"\n  {command.name} " in shown
        with pytest.raises(SystemExit) as leaving:
            main([command.name, "--help"])
        assert leaving.value.code == 0


def test_the_laboratory_has_its_own_heading(tmp_path):
    general, laboratory = theorytest(tmp_path, "--help").stdout.split("laboratory of the paper")
    assert "  verify" in general
    assert "  descend" in laboratory


def test_bash_understands_its_script(tmp_path):
    script = theorytest(tmp_path, "completion", "bash").stdout
    assert subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True).stderr == ""
