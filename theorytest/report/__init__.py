"""A record as pages: one page that needs no other file, a ledger, a referee report, data."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "book": ("Book",),
        "formats": ("write_report",),
        "markdown": ("ledger_text",),
        "page": ("render",),
        "referee": ("referee_text",),
        "summary": ("summary", "summary_text"),
    },
)
