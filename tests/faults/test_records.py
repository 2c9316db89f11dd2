"""A record commits once: whatever ends its writing, at any instruction and on any disk, the old one is readable."""

import errno
import os
import resource
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from toys import write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import Setting
from theorytest.runs.lines import JournalError, open_lines
from theorytest.runs.outcome import tasks_of
from theorytest.runs.record import Timings
from theorytest.runs.recording import build_record
from theorytest.runs.records import read_record, state_folder, write_record
from theorytest.runs.runner import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs processes that fork")

CALLS = ("open", "write", "fsync", "replace", "unlink", "close")


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Two records of one paper, with different curves."""
    ledger = load_ledger(write_toy(tmp_path_factory.mktemp("paper")))
    tasks = tasks_of(ledger.claims, mutants=False)
    settings = [Setting(seed=seed) for seed in (1, 2)]
    return [build_record(ledger, each, run(ledger, tasks, each), Timings("", 1.0, 1)) for each in settings]


def in_a_child(work):
    """The exit code of a fork that does the work: 0 when it ends, what the work says otherwise."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except OSError:
            os._exit(3)
        finally:
            os._exit(4)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def after(calls, then):
    """From now on `then` happens instead of the call of the system with this number, counted from 0."""
    left = calls

    def counted(original):
        def call(*arguments, **words):
            nonlocal left
            left -= 1
            return then() if left < 0 else original(*arguments, **words)

        return call

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))


def same(one, other):
    return (
        replace(one, curves={}) == replace(other, curves={})
        and one.curves.keys() == other.curves.keys()
        and all(np.array_equal(one.curves[name], other.curves[name]) for name in one.curves)
    )


def test_a_kill_at_every_call_of_the_system_leaves_one_whole_record(records, tmp_path):
    old, new = records
    path, kept, ended = tmp_path / "run.json", [], None
    for calls in range(200):
        write_record(old, path)

        def killed(calls=calls):
            after(calls, lambda: os.kill(os.getpid(), signal.SIGKILL))
            write_record(new, path)

        ended = in_a_child(killed)
        found = read_record(path)
        kept.append("old" if same(found, old) else "new")
        assert same(found, old) or same(found, new)
        if ended == 0:
            break
    assert ended == 0
    assert kept == sorted(kept, reverse=True)  # there is one moment of change
    assert 10 < kept.count("old") < len(kept)
    write_record(old, path)
    assert len(list(tmp_path.iterdir())) == 2  # what the killed ones left is gone


def test_200_disks_that_are_too_small_leave_the_old_record(records, tmp_path):
    old, new = records
    path = tmp_path / "run.json"
    write_record(old, path)
    needed = sum(file.stat().st_size for file in tmp_path.iterdir())
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for size in np.linspace(0, needed - 1000, 200).astype(int).tolist():

        def full(size=size):
            room, write = size, os.write

            def written(handle, data):
                nonlocal room
                if room == 0:
                    raise OSError(errno.ENOSPC, "No space left on device")
                fits = data[:room]
                room -= len(fits)
                return write(handle, fits)

            os.write = written
            write_record(new, path)

        assert in_a_child(full) == 3
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert same(read_record(path), old)


def test_a_record_in_the_folder_of_the_run_keeps_its_curves(records, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for record in records:
        write_record(record, Path("run.json"))
        assert same(read_record(Path("run.json")), record)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_limit_on_files_is_met_by_the_system_itself(records, tmp_path):
    old, new = records
    path = tmp_path / "run.json"
    write_record(old, path)

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
        write_record(new, path)

    assert in_a_child(limited) == 3
    assert same(read_record(path), old)


def test_a_link_in_place_of_a_file_is_not_followed(records, tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    path = tmp_path / "run.json"
    path.symlink_to(precious)
    write_record(records[0], path)
    assert (precious.read_text(), path.is_symlink()) == ("mine", False)
    journal = tmp_path / "journal.jsonl"
    journal.symlink_to(precious)
    with pytest.raises(JournalError, match=r"journal.jsonl is a link"):
        open_lines(journal, {}, resume=False)
    (tmp_path / "checks").mkdir()
    (tmp_path / ".theorytest").mkdir()
    (tmp_path / ".theorytest" / ".gitignore").symlink_to(precious)
    state_folder(tmp_path / "checks")
    assert precious.read_text() == "mine"
