"""Certificates of claims that stand in a test, in a folder of the test's own."""

from theorytest.runs.replaced import the_judge


def keep_certificates_in(folder, monkeypatch):
    """The judge refuses functions that were replaced since it first looked, so that it has to look again."""
    monkeypatch.setattr("theorytest.proof.certificates.certificate_file", lambda _: folder / "folder" / "one.json")
    the_judge.cache_clear()
