"""Computes the site's stylesheets for one drawing, so that it can be shown anywhere.

On a page, classes and custom properties style a drawing; a picture has no page. So the styles of
each element become its attributes. They are those of the light theme, because no viewer is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2
import tinycss2.color4

LAYERS = ("reset", "tokens", "base", "layout", "components", "board")  # css/tokens.css
COLOURS = frozenset({"color", "fill", "stroke"})
ATTRIBUTES = COLOURS | {
    "cx",
    "cy",
    "display",
    "dominant-baseline",
    "fill-opacity",
    "fill-rule",
    "font-family",
    "font-size",
    "font-weight",
    "opacity",
    "paint-order",
    "r",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "visibility",
}
SIZE_ATTRIBUTES = ("font-size", "r", "cx", "cy", "stroke-width")

CustomProperties = Mapping[str, str]


class Declaration(NamedTuple):
    name: str
    value: str


class UnresolvedPropertyError(Exception):
    """A value needs something that only a page has."""


class Stylesheets:
    """Parsed stylesheets, which return the declarations for an element."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._matcher = cssselect2.Matcher()
        for text in texts:
            for layer, rule in _iterate_rules(tinycss2.parse_stylesheet(text, True, True)):
                self._add(layer, rule)

    def _add(self, layer: int, rule: Any) -> None:
        said = [
            one
            for declaration in tinycss2.parse_declaration_list(rule.content, True, True)
            if declaration.type == "declaration"
            for one in _declarations(declaration)
        ]
        if not said:
            return
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            return  # it is for states that only pages have: hover, focus, …
        for selector in selectors:
            if selector.pseudo_element is None:
                self._matcher.add_selector(selector, (layer, said))

    def declarations_for(self, element: cssselect2.ElementWrapper) -> dict[str, str]:
        """The declarations for an element by property; the one with the greatest weight wins."""
        matched = sorted(
            (layer, specificity, order, said)
            for specificity, order, _pseudo, (layer, said) in self._matcher.match(element)
        )
        return {one.name: one.value for *_place, said in matched for one in said}


def _iterate_rules(nodes: Sequence[Any], layer: int = len(LAYERS)) -> Iterator[tuple[int, Any]]:
    """All rules outside media queries, with the index of their layer; unlayered rules come last."""
    for node in nodes:
        if node.type == "qualified-rule":
            yield layer, node
        elif node.type == "at-rule" and node.lower_at_keyword == "layer" and node.content:
            name = tinycss2.serialize(node.prelude).strip()
            inner = tinycss2.parse_rule_list(node.content, True, True)
            yield from _iterate_rules(inner, LAYERS.index(name))


def _declarations(declaration: Any) -> Iterator[Declaration]:
    value = tinycss2.serialize(declaration.value).strip()
    if declaration.lower_name == "font":  # in our sheets: weight, size, family
        weight, *rest = value.split(None, 2)
        if weight.isdigit() and len(rest) == 2:
            size, family = rest
            yield Declaration("font-weight", weight)
            yield Declaration("font-size", size)
            yield Declaration("font-family", family)
    elif declaration.lower_name in ATTRIBUTES:
        yield Declaration(declaration.lower_name, value)
    elif declaration.name.startswith("--"):
        yield Declaration(declaration.name, value)


def resolve_value(value: str, custom: CustomProperties) -> str:
    """A value with `var()` resolved, and `light-dark()` replaced by its light value.

    >>> resolve_value("1px solid var(--a,red)", {})
    '1px solid red'
    >>> resolve_value("light-dark(var(--a), #000)", {"--a": "rgb(0 0 0 / 20%)"})
    'rgb(0 0 0 / 20%)'

    Raises:
        UnresolvedPropertyError: it uses a property that is not set.
    """
    if "var(" not in value and "light-dark(" not in value:
        return value
    return tinycss2.serialize(
        _resolve_tokens(tinycss2.parse_component_value_list(value), custom)
    ).strip()


def _resolve_tokens(nodes: Sequence[Any], custom: CustomProperties) -> list[Any]:
    found: list[Any] = []
    for node in nodes:
        if node.type != "function":
            found.append(node)
        elif node.lower_name == "var":
            found += _resolve_variable(node, custom)
        elif node.lower_name == "light-dark":
            found += _resolve_tokens(_split_at_comma(node.arguments)[0], custom)
        else:
            node.arguments = _resolve_tokens(node.arguments, custom)
            found.append(node)
    return found


def _resolve_variable(node: Any, custom: CustomProperties) -> list[Any]:
    name, fallback = _split_at_comma(node.arguments)
    found = custom.get(tinycss2.serialize(name).strip())
    if found is not None:
        return list(tinycss2.parse_component_value_list(found))
    if fallback is None:
        raise UnresolvedPropertyError(tinycss2.serialize([node]))
    return _resolve_tokens(fallback, custom)


def _split_at_comma(nodes: Sequence[Any]) -> tuple[list[Any], list[Any] | None]:
    """The nodes before the first comma, and those after it (None without a comma)."""
    for place, node in enumerate(nodes):
        if node.type == "literal" and node.value == ",":
            return list(nodes[:place]), list(nodes[place + 1 :])
    return list(nodes), None


def svg_attribute(name: str, value: str) -> str:
    """A CSS value as the value of an SVG attribute.

    >>> svg_attribute("fill", "rgb(0 0 0 / 20%)")
    '#00000033'
    >>> svg_attribute("r", "15px")
    '15'
    """
    if name in COLOURS:
        colour = tinycss2.color4.parse_color(value)
        if colour is None or colour == "currentcolor":
            return value
        parts = (*colour.to("srgb").coordinates, *([colour.alpha] if colour.alpha < 1 else []))
        return "#" + "".join(f"{round(255 * one):02x}" for one in parts)
    if name in SIZE_ATTRIBUTES:
        return value.removesuffix("px")
    return value


def inline_styles(
    element: cssselect2.ElementWrapper, sheets: Stylesheets, inherited: CustomProperties
) -> CustomProperties:
    """Set the computed styles of an element as attributes; return its custom properties."""
    node: Element = element.etree_element
    said = sheets.declarations_for(element)
    own = {name: value for name, value in said.items() if name.startswith("--")}
    custom: CustomProperties = inherited
    if own:
        every = {**inherited, **own}
        custom = {**inherited}
        for name in own:
            try:
                custom[name] = _resolve_property(name, every)
            except UnresolvedPropertyError:
                custom.pop(name, None)
    for name, value in said.items():
        if name not in own:
            node.set(name, svg_attribute(name, resolve_value(value, custom)))
    for name in [one for one in node.attrib if "var(" in node.get(one, "")]:
        node.set(name, svg_attribute(name, resolve_value(node.get(name, ""), custom)))
    return custom


def _resolve_property(name: str, every: dict[str, str]) -> str:
    """A custom property with references to other properties resolved."""
    value = every[name]
    for _depth in range(8):
        value = resolve_value(value, every)
        if "var(" not in value and "light-dark(" not in value:
            return value
    raise UnresolvedPropertyError(name)
