"""Running a command in this process: its JSON if it succeeds, its one sentence if it fails."""

import json

from theorytest.cli import main


def answer(capsys, *words):
    """The JSON of a command that succeeds without a word of complaint."""
    assert main([*map(str, words), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def refusal(capsys, *words):
    """The one sentence of a command that fails."""
    try:
        code = main([*map(str, words)])
    except SystemExit as leaving:  # the parser's errors
        code = leaving.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("theorytest: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err.removeprefix("theorytest: ").rstrip("\n")
