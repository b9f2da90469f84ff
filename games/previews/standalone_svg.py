"""A drawing of a page made whole: its styles worked out, the symbols that it uses brought along."""

from __future__ import annotations

import copy
import functools
import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2
from django.conf import settings
from django.contrib.staticfiles import finders

from .style_inliner import Custom, Sheets, inline, resolved

SVG = "http://www.w3.org/2000/svg"
HASHED = re.compile(r"\.[0-9a-f]{12}(?=\.[a-z]+$)")  # in the name of a collected file
NAMESPACED = re.compile(r'\sxmlns="[^"]*"')
NAMES = re.compile(r"var\(\s*(--[\w-]+)")
SHARED_STYLES = ("css/tokens.css", "css/components.css")


def alone(drawing: str, style: str) -> Element:
    """A drawing that needs nothing beside it, filled by this stylesheet of its title."""
    root = _read(drawing)
    sheets = sheets_of(style)
    symbols = Symbols()
    top = cssselect2.ElementWrapper.from_xml_root(_on_page(root))
    custom = inline(top, sheets, {})
    for child in top.iter_children():
        _whole(child, sheets, custom, symbols)
    if len(symbols.definitions):
        root.insert(0, symbols.definitions)
    for node in root.iter():
        for name in [one for one in node.attrib if _is_for_pages(one)]:
            del node.attrib[name]
    root.set("xmlns", SVG)
    return root


def _read(svg: str) -> Element:
    """SVG, its elements named as pages and stylesheets name them."""
    return ElementTree.fromstring(NAMESPACED.sub("", svg.strip(), count=1))  # noqa: S314  # our own


def _on_page(drawing: Element) -> Element:
    """The page it stands on, as its stylesheets know it."""
    page = Element("html", {"data-theme": "light"})
    page.append(drawing)
    return page


def _is_for_pages(name: str) -> bool:
    return name in ("class", "role", "focusable") or name.startswith(("data-", "aria-"))


def _whole(
    element: cssselect2.ElementWrapper, sheets: Sheets, inherited: Custom, symbols: Symbols
) -> None:
    custom = inline(element, sheets, inherited)
    node = element.etree_element
    if node.tag == "use":
        node.set("href", "#" + symbols.named(node.get("href", ""), custom))
    for child in element.iter_children():
        _whole(child, sheets, custom, symbols)


class Symbols:
    """The symbols that one picture uses, each once for the colours that it is used in."""

    def __init__(self) -> None:
        self.definitions = Element("defs")
        self._named: dict[tuple[object, ...], str] = {}

    def named(self, address: str, custom: Custom) -> str:
        """The id here of a symbol of a file, in the colours of the place where it is used."""
        file, _, symbol = address.partition("#")
        return self._brought(_file(file), symbol, custom)

    def _brought(self, file: File, symbol: str, custom: Custom) -> str:
        colours = tuple(custom.get(name) for name in file.names(symbol))
        key = (file.name, symbol, colours)
        if key not in self._named:
            self._named[key] = name = f"s{len(self._named)}"
            found = copy.deepcopy(file.symbols[symbol])
            found.set("id", name)
            for node in found.iter():
                for one in [one for one in node.attrib if "var(" in node.get(one, "")]:
                    node.set(one, resolved(node.get(one, ""), custom))
                if node.tag == "use":
                    inner = self._brought(file, node.get("href", "")[1:], custom)
                    node.set("href", f"#{inner}")
            self.definitions.append(found)
        return self._named[key]


class File:
    """A static file with symbols."""

    def __init__(self, name: str) -> None:
        self.name = name
        root = _read(text_of(name))
        self.symbols = {node.get("id", ""): node for node in root.iter() if node.get("id")}
        self._names: dict[str, tuple[str, ...]] = {}

    def names(self, symbol: str) -> tuple[str, ...]:
        """The custom properties that a symbol asks for."""
        if symbol not in self._names:
            node = self.symbols[symbol]
            found = set(NAMES.findall(ElementTree.tostring(node, "unicode")))
            for use in node.iter("use"):
                found |= set(self.names(use.get("href", "")[1:]))
            self._names[symbol] = tuple(sorted(found))
        return self._names[symbol]


def text_of(name: str) -> str:
    """A static file, as it is written."""
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_text()


@functools.cache
def sheets_of(style: str) -> Sheets:
    return Sheets([text_of(name) for name in (*SHARED_STYLES, style)])


@functools.cache
def _opened(name: str) -> File:
    return File(name)


def _file(address: str) -> File:
    return _opened(HASHED.sub("", address.removeprefix(settings.STATIC_URL)))
