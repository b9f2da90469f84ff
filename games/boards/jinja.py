"""Jinja2 for the parts of pages that are drawn again after each move: `templates/jinja2/`.

Whole pages, covers and mails use Django's templates. Where both languages can do something, they do
the same: they escape text, and use the reader's time zone and language.

A template is compiled once per language. Calls with constant arguments (`_("Ships")`,
`static("a.svg")`, `icon("ship")`) become text in it, and so do included templates.
"""

from __future__ import annotations

import functools
import keyword
import re
from collections import Counter
from collections.abc import Mapping, MutableMapping
from numbers import Number
from typing import Any, cast

from django.template.backends.jinja2 import Jinja2, Template
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.timesince import timesince
from jinja2 import StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Environment as JinjaEnvironment
from jinja2.environment import Template as JinjaTemplate
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, _escape_inner, escape

from portal.dates import day_text, moment_text
from portal.http.form_key import form_key
from portal.translation_cache import cache_translations, get_language
from portal.user_text import editable, isolate, prose

from ..templatetags.countdown import countdown, is_just_now, server_now
from ..templatetags.ordinal import ordinal
from . import rendering
from .cached_urls import url
from .template_globals import template_globals
from .translations import TitleTranslations, translations_for


class JinjaBackend(Jinja2):
    """Django's engine for Jinja2; the templates of a title use the title's own catalogue."""

    def __init__(self, params: dict[str, Any]) -> None:
        self._engines: dict[tuple[TitleTranslations, str | None], Jinja2] = {}
        super().__init__(params)

    def get_template(self, template_name: str) -> Template:
        key, language = template_name.partition("/")[0], get_language()
        wording = translations_for(key)
        if (wording, language) not in self._engines:
            self._engines[wording, language] = self._engine(key, wording, language)
        return self._engines[wording, language].get_template(template_name)

    def _engine(self, key: str, wording: TitleTranslations, language: str | None) -> Jinja2:
        """Django's engine with an environment whose `_` uses this catalogue, for one language.

        Its templates can draw pieces, `{{ draw("games/boards/….html", piece) }}`, and parts, which
        contain pieces, `{{ part("games/….html", value) }}`. They can look up what belongs to the
        title by its key (`template_globals`).
        """
        made = Jinja2.__new__(Jinja2)
        vars(made).update(vars(self))
        made.env = own = cast(BoardEnvironment, self.env.overlay())
        own.known = {}
        own.globals = {
            **self.env.globals,
            "_": cache_translations(lambda message: escape(wording.gettext(message))),
            "ngettext": wording.ngettext,
            "draw": functools.partial(rendering.render_chunk, language),
            "part": functools.partial(rendering.render_part, language),
            **template_globals(key),
        }
        return made


# with constant arguments, their results are constant within a language
FOLDABLE_FUNCTIONS = frozenset({"_", "static", "name", "Name", "icon", "sprite", "tip"})
WORD_TABLES = "words"  # so are the entries of this global's tables


class ConstantFolder(NodeTransformer):
    """Replaces calls of such functions, and such entries, by their results."""

    def __init__(self, functions: Mapping[str, Any]) -> None:
        self._functions = functions

    def visit_Template(self, template: nodes.Template) -> nodes.Node:
        own = _bound_names(template)
        self._functions = {name: one for name, one in self._functions.items() if name not in own}
        return self.generic_visit(template)

    def visit_Call(self, call: nodes.Call) -> nodes.Node:
        self.generic_visit(call)
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        given = [one.value for one in call.args if isinstance(one, nodes.Const)]
        named = {
            one.key: one.value.value for one in call.kwargs if isinstance(one.value, nodes.Const)
        }
        is_constant = (len(given), len(named)) == (len(call.args), len(call.kwargs))
        is_known = name in FOLDABLE_FUNCTIONS and name in self._functions
        if not is_known or not is_constant or call.dyn_args or call.dyn_kwargs:
            return call
        return nodes.Const(self._functions[name](*given, **named), lineno=call.lineno)

    def visit_Getitem(self, entry: nodes.Getitem) -> nodes.Node:
        self.generic_visit(entry)
        table, key = entry.node, entry.arg
        if not (isinstance(table, nodes.Getattr) and isinstance(key, nodes.Const)):
            return entry
        if not (isinstance(table.node, nodes.Name) and table.node.name == WORD_TABLES):
            return entry
        if WORD_TABLES not in self._functions:
            return entry
        texts = getattr(self._functions[WORD_TABLES], table.attr)
        return nodes.Const(texts[key.value], lineno=entry.lineno)


def _bound_names(template: nodes.Template) -> set[str]:
    """The names that a template binds itself: variables, macros and what it imports."""
    names = {one.name for one in template.find_all(nodes.Name) if one.ctx != "load"}
    names |= {one.name for one in template.find_all(nodes.Macro)}
    for found in template.find_all(nodes.FromImport):
        names |= {one if isinstance(one, str) else one[1] for one in found.names}
    return names


class IncludeInliner(NodeTransformer):
    """Replaces an include of a template name by the template, in a scope of its own.

    The output is the same, but no context has to be made for it.
    """

    def __init__(self, environment: BoardEnvironment) -> None:
        self._environment = environment

    def visit_Include(self, include: nodes.Include) -> nodes.Node:
        if not isinstance(include.template, nodes.Const) or not include.with_context:
            return include
        name = str(include.template.value)
        loader = self._environment.loader
        assert loader is not None
        source, filename, _is_new = loader.get_source(self._environment, name)
        found = self._environment._parse(source, name, filename)
        return nodes.Scope(found.body, lineno=include.lineno)


LINE_BREAK = re.compile(r"\s*\n\s*")


class IndentationStripper(NodeTransformer):
    """Removes the indentation of lines, which no page shows."""

    def visit_TemplateData(self, text: nodes.TemplateData) -> nodes.TemplateData:
        text.data = LINE_BREAK.sub("\n", text.data)
        return text


PIECE_ATTRIBUTE = "is_of_piece"  # name of the mark on a node


class PieceAttributeMarker(NodeTransformer):
    """Marks attributes of pieces and word tables, and attributes of the items of loops over pieces.

    A name whose only value in a template is one of these counts as well, where it is set. Pieces
    are hashable, so they are no mappings, and `a.b` can only mean the attribute.
    """

    def __init__(self) -> None:
        self._known = {"piece", WORD_TABLES}
        self._bound: Counter[str] = Counter()  # how often a template gives each name a value

    def visit_Template(self, template: nodes.Template) -> nodes.Node:
        self._bound = Counter(
            one.name for one in template.find_all(nodes.Name) if one.ctx != "load"
        )
        return self.generic_visit(template)

    def visit_Assign(self, assignment: nodes.Assign) -> nodes.Node:
        """`{% set card = piece.card %}`: the only value of that name in the template."""
        self.generic_visit(assignment)
        target = assignment.target
        name = target.name if isinstance(target, nodes.Name) else ""
        if self._bound[name] == 1 and self._is_of_piece(assignment.node):
            self._known = self._known | {name}
        return assignment

    def visit_Macro(self, macro: nodes.Macro) -> nodes.Node:
        """What a macro sets, nobody outside of it knows; the same for the block of a call."""
        outside = self._known
        self.generic_visit(macro)
        self._known = outside
        return macro

    visit_CallBlock = visit_Macro

    def visit_For(self, loop: nodes.For) -> nodes.Node:
        outside = self._known
        taken = {
            one.name
            for one in (loop.target, *loop.target.find_all(nodes.Name))
            if isinstance(one, nodes.Name)
        }
        is_of_piece = self._is_of_piece(loop.iter)
        self._known = outside | taken if is_of_piece else outside - taken
        self.generic_visit(loop)
        self._known = outside
        return loop

    def visit_Getattr(self, attribute: nodes.Getattr) -> nodes.Node:
        self.generic_visit(attribute)
        if self._is_of_piece(attribute):
            setattr(attribute, PIECE_ATTRIBUTE, True)
        return attribute

    def _is_of_piece(self, value: nodes.Node) -> bool:
        while isinstance(value, nodes.Getattr):
            value = value.node
        return isinstance(value, nodes.Name) and value.name in self._known


class LeanCodeGenerator(CodeGenerator):
    """Generates template code without checks that our templates do not need.

    Output is joined as text, so it need not become `Markup` first. Our functions never ask for a
    context, so calls pass just their arguments.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.text(")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame, **forwarded: bool) -> None:
        if getattr(node, PIECE_ATTRIBUTE, False) and not keyword.iskeyword(node.attr):
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            super().visit_Getattr(node, frame, **forwarded)

    def visit_Call(  # type: ignore[override] # wrapped: it takes them by name alone
        self, node: nodes.Call, frame: Frame, **forwarded: bool
    ) -> None:
        named = [one.key for one in node.kwargs]
        if forwarded or node.dyn_args or node.dyn_kwargs or any(map(keyword.iskeyword, named)):
            super().visit_Call(node, frame, **forwarded)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)  # a keyword node writes its name and value
            self.write(", ")
        self.write(")")


class BoardEnvironment(JinjaEnvironment):
    code_generator_class = LeanCodeGenerator
    known: dict[str, JinjaTemplate]  # templates of one language, by name

    def get_template(
        self,
        name: str | JinjaTemplate,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # the name that Jinja2 uses
    ) -> JinjaTemplate:
        """The template of this name, from the cache; templates look up macros at each rendering."""
        if self.auto_reload or globals is not None or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = super().get_template(name, parent)
        return found

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        found = super()._parse(source, name, filename)
        for change in (ConstantFolder(self.globals), IndentationStripper(), PieceAttributeMarker()):
            found = change.visit(found)
        return found if self.auto_reload else IncludeInliner(self).visit(found)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template as a plain dict, because every rendering starts with a copy."""
        return {**self.globals, **(d or {})}

    @staticmethod
    def text(value: Any) -> str:
        """A value as escaped text."""
        kind = type(value)
        if kind is str:
            return _escape_inner(isolate(value))
        if kind is int:
            return str(value)
        if kind is SafeString or kind is Markup:
            return value
        if hasattr(value, "__html__"):
            return str(value.__html__())
        return _escape_inner(str(value))


def environment(**options: Any) -> JinjaEnvironment:
    """The base of all environments, which `settings.TEMPLATES` names."""
    options.update(autoescape=True, undefined=StrictUndefined)
    made = BoardEnvironment(trim_blocks=True, lstrip_blocks=True, **options)
    made.known = {}
    made.globals.update(url=url, static=static, server_now=server_now, form_key=form_key)
    made.filters.update(day=day_text, moment=moment_text, countdown=countdown)
    made.filters.update(slugify=slugify, timesince=timesince)
    made.filters.update(is_just_now=is_just_now, ordinal=ordinal)
    made.filters.update(format=_format, editable=editable, prose=prose)
    made.filters.update(upper_first=_upper_first)
    return made


def _format(message: str, *given: object, **named: object) -> str:
    """Jinja2's `format` filter with a safe result: texts are escaped and isolated in direction."""
    values = {name: _message_value(value) for name, value in named.items()} or tuple(
        map(_message_value, given)
    )
    return Markup(str.__mod__(escape(message), values))


def _upper_first(text: str) -> str:
    """A text with a capital first letter; safe where the text is."""
    return text[:1].upper() + text[1:]


def _message_value(value: object) -> object:
    """A value as a message shows it: a number, or escaped text."""
    is_number = type(value) is not str and isinstance(value, Number)
    return value if is_number else BoardEnvironment.text(value)
