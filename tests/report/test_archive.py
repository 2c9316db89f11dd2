"""The code that a report carries: whoever has only the report gives a number again."""

import io
import json
import re
import shutil
import subprocess
import sys
from zipfile import ZipFile

from theorytest.cli import main
from theorytest.report.archive import MOST, archive, requirements
from theorytest.report.formats import write_report
from theorytest.report.site import Site

VERSIONS = {"python": "3.11.7", "platform": "Linux", "theorytest": "0.2.0", "numpy": "2.1.0"}


def test_the_numbers_come_again_from_the_archive_alone(toy, record, tmp_path):
    packed = archive(toy / "checks", record.run.versions)
    assert packed is not None
    with ZipFile(io.BytesIO(packed)) as opened:
        opened.extractall(tmp_path)
    command = [sys.executable, "-m", "theorytest", "verify", "lem:mean", "--jobs", "1", "--json", "again.json"]
    subprocess.run(command, cwd=tmp_path / "code", check=True, capture_output=True)
    again = json.loads((tmp_path / "code" / "again.json").read_text(encoding="utf-8"))
    said = {each.id: each.sentence for each in record.verdicts}
    assert [said[each["id"]] for each in again["verdicts"]] == [each["sentence"] for each in again["verdicts"]]
    assert again["verdicts"]


def test_the_same_files_give_the_same_bytes_and_nothing_hidden_is_in_it(toy, record, tmp_path):
    copied = shutil.copytree(toy / "checks", tmp_path / "checks")
    (copied / ".secret").write_text("mine", encoding="utf-8")
    packed = archive(copied, record.run.versions)
    assert packed == archive(copied, record.run.versions)
    with ZipFile(io.BytesIO(packed)) as opened:
        names = opened.namelist()
        assert opened.read("code/LICENSE").startswith(b"MIT")
    assert {"code/checks/paper.toml", "code/theorytest/__init__.py", "code/requirements.txt"} <= set(names)
    assert not [name for name in names if "/." in name or "__pycache__" in name]


def test_libraries_have_the_versions_of_the_run():
    lines = requirements(VERSIONS)
    assert "numpy==2.1.0" in lines
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line) for line in lines)
    assert {"rich", "jinja2"} <= {line.partition("==")[0] for line in lines}
    assert not {"python", "platform", "theorytest"} & {line.partition("==")[0] for line in lines}


def test_a_folder_that_is_away_or_too_large_is_not_sent_along(tmp_path):
    assert archive(tmp_path / "nowhere", VERSIONS) is None
    (tmp_path / "large").mkdir()
    (tmp_path / "large" / "data.bin").write_bytes(b"\0" * (MOST + 1))
    assert archive(tmp_path / "large", VERSIONS) is None


def test_a_page_says_where_the_code_is_or_that_it_is_not_there(toy, record, tmp_path, monkeypatch):
    monkeypatch.chdir(toy)
    assert main(["report", "--record", "record.json", "--output", str(tmp_path)]) == 0
    assert 'href="code.zip"' in (tmp_path / "pages" / "run.html").read_text(encoding="utf-8")
    assert (tmp_path / "pages" / "code.zip").exists()
    write_report(Site(record), tmp_path)
    assert "does not carry its code" in (tmp_path / "pages" / "run.html").read_text(encoding="utf-8")
    assert not (tmp_path / "pages" / "code.zip").exists()
