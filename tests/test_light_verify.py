"""What verifying one exact claim loads: a second of CPU is promised, which a busy machine cannot time but can see."""

import subprocess
import sys

from toys import claim_text, environment, source, theorytest, write_toy

DEAR = ("scipy", "sympy", "statsmodels", "matplotlib", "joblib", "hypothesis", "jinja2", "pylatexenc", "distributed")
UNUSED = (
    *DEAR,
    "rich.progress",
    *(f"theorytest.{room}" for room in ("approximation", "atlas", "calibration", "descent", "report", "source")),
    "theorytest.runs.cluster",
)
LOADED = "[name for name in {names!r} if name in sys.modules]"


def test_the_process_of_the_command_loads_no_library_that_it_does_not_use(tmp_path):
    write_toy(tmp_path, one=source(claim_text("lem:mean")))
    said = (
        "import sys; from theorytest.__main__ import main; sys.argv[1:] = ['verify', 'lem:mean']\n"
        f"main()\nsys.exit(repr({LOADED.format(names=UNUSED)}))"
    )
    words = [sys.executable, "-c", said]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env=environment())
    assert done.stderr.splitlines()[-1] == "[]"


def test_nor_does_the_process_of_the_check(tmp_path):
    body = f"import sys; yield equal(len({LOADED.format(names=UNUSED)}), right - 3)"
    write_toy(tmp_path, one=source(claim_text("lem:mean", body=body)))
    done = theorytest(tmp_path, "verify", "lem:mean")
    assert done.stdout.splitlines()[-1] == "1 of 1 claims as expected", done.stdout
