"""Makes a drawing independent of its page: with its styles inlined and its symbols included."""

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

from .style_inliner import CustomProperties, Stylesheets, inline_styles, resolve_value

SVG = "http://www.w3.org/2000/svg"
HASHED_NAME = re.compile(r"\.[0-9a-f]{12}(?=\.[a-z]+$)")  # the hash in a collected file's name
NAMESPACED = re.compile(r'\sxmlns="[^"]*"')
PROPERTY_NAMES = re.compile(r"var\(\s*(--[\w-]+)")
SHARED_STYLES = ("css/tokens.css", "css/components.css")


def make_standalone(drawing: str, style: str) -> Element:
    """A standalone drawing, styled by the stylesheet `style` of its title."""
    root = _parse_svg(drawing)
    sheets = load_sheets(style)
    symbols = SymbolCollector()
    top = cssselect2.ElementWrapper.from_xml_root(_wrap_in_page(root))
    custom = inline_styles(top, sheets, {})
    for child in top.iter_children():
        _inline_element(child, sheets, custom, symbols)
    if len(symbols.definitions):
        root.insert(0, symbols.definitions)
    for node in root.iter():
        for name in [one for one in node.attrib if _is_page_attribute(one)]:
            del node.attrib[name]
    root.set("xmlns", SVG)
    return root


def _parse_svg(svg: str) -> Element:
    """Parse SVG into elements with the names that pages and stylesheets use."""
    return ElementTree.fromstring(NAMESPACED.sub("", svg.strip(), count=1))  # noqa: S314  # our own


def _wrap_in_page(drawing: Element) -> Element:
    """The page around a drawing, as far as its stylesheets refer to it."""
    page = Element("html", {"data-theme": "light"})
    page.append(drawing)
    return page


def _is_page_attribute(name: str) -> bool:
    return name in ("class", "role", "focusable") or name.startswith(("data-", "aria-"))


def _inline_element(
    element: cssselect2.ElementWrapper,
    sheets: Stylesheets,
    inherited: CustomProperties,
    symbols: SymbolCollector,
) -> None:
    custom = inline_styles(element, sheets, inherited)
    node = element.etree_element
    if node.tag == "use":
        node.set("href", "#" + symbols.add(node.get("href", ""), custom))
    for child in element.iter_children():
        _inline_element(child, sheets, custom, symbols)


class SymbolCollector:
    """The symbols that one picture uses, each once per set of colours."""

    def __init__(self) -> None:
        self.definitions = Element("defs")
        self._named: dict[tuple[object, ...], str] = {}

    def add(self, address: str, custom: CustomProperties) -> str:
        """Add a symbol of a file in the colours of its place; return its id in this picture."""
        file, _, symbol = address.partition("#")
        return self._copy(_file_of_url(file), symbol, custom)

    def _copy(self, file: SymbolFile, symbol: str, custom: CustomProperties) -> str:
        colours = tuple(custom.get(name) for name in file.names(symbol))
        key = (file.name, symbol, colours)
        if key not in self._named:
            self._named[key] = name = f"s{len(self._named)}"
            found = copy.deepcopy(file.symbols[symbol])
            found.set("id", name)
            for node in found.iter():
                for one in [one for one in node.attrib if "var(" in node.get(one, "")]:
                    node.set(one, resolve_value(node.get(one, ""), custom))
                if node.tag == "use":
                    inner = self._copy(file, node.get("href", "")[1:], custom)
                    node.set("href", f"#{inner}")
            self.definitions.append(found)
        return self._named[key]


class SymbolFile:
    """A static file with symbols."""

    def __init__(self, name: str) -> None:
        self.name = name
        root = _parse_svg(read_static(name))
        self.symbols = {node.get("id", ""): node for node in root.iter() if node.get("id")}
        self._names: dict[str, tuple[str, ...]] = {}

    def names(self, symbol: str) -> tuple[str, ...]:
        """The custom properties that a symbol uses."""
        if symbol not in self._names:
            node = self.symbols[symbol]
            found = set(PROPERTY_NAMES.findall(ElementTree.tostring(node, "unicode")))
            for use in node.iter("use"):
                found |= set(self.names(use.get("href", "")[1:]))
            self._names[symbol] = tuple(sorted(found))
        return self._names[symbol]


def read_static(name: str) -> str:
    """The text of a static file."""
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_text()


@functools.cache
def load_sheets(style: str) -> Stylesheets:
    return Stylesheets([read_static(name) for name in (*SHARED_STYLES, style)])


@functools.cache
def _load_file(name: str) -> SymbolFile:
    return SymbolFile(name)


def _file_of_url(address: str) -> SymbolFile:
    return _load_file(HASHED_NAME.sub("", address.removeprefix(settings.STATIC_URL)))
