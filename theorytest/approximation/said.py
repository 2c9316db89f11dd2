"""What an object says of itself beyond its protocol."""

from __future__ import annotations

from typing import Any


def said(thing: Any, name: str) -> Any:
    """The member of this name that the class of a thing itself defines, None where it inherits it or has none.

    A subclass may do something else than its parent: what that said of itself does not count.
    """
    return getattr(thing, name) if name in vars(type(thing)) else None
