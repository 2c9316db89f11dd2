"""What tests look for on pages."""

from html.parser import HTMLParser

HOSTILE = "<script>alert('x')</script> & <b>bold</b>"


class Page(HTMLParser):
    """Tags, anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.anchors: list[str] = []
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        given = dict(attrs)
        self.anchors += [given["id"]] if "id" in given else []
        self.links |= {given["href"]} if "href" in given else set()
