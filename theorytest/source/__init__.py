"""A paper's TeX source: what it states, with the numbers as printed, and what changed since it was read."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "changes": ("Change", "changes"),
        "passages": ("Passage", "Reading"),
        "reading": ("read_tex",),
        "text": ("Text", "flattened"),
        "writing": ("paper_toml", "skeletons"),
    },
)
