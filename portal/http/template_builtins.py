"""A cached `{% url %}`, and the template filters for user text (`portal/user_text.py`).

`{% url %}` resolves an address without arguments only once. Every page has about thirty of these.
No app is included twice, so the current app of a page does not matter.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context, defaulttags
from django.template.base import Parser, Token
from django.urls import get_resolver, get_script_prefix, get_urlconf

from portal import user_text

register = template.Library()
register.filter(user_text.editable)
register.filter(user_text.prose)
register.filter(user_text.join, needs_autoescape=True)


class Url(defaulttags.URLNode):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._found: dict[object, str] = {}

    def render(self, context: Context) -> str:
        name = self.view_name
        if self.args or self.kwargs or name.is_var or name.filters:
            return super().render(context)
        key = get_resolver(get_urlconf()), get_script_prefix(), context.autoescape
        if key not in self._found:
            address = super().render(context)
            self._found[key] = context[self.asvar] if self.asvar else address
        if self.asvar:
            context[self.asvar] = self._found[key]
            return ""
        return self._found[key]


@register.tag
def url(parser: Parser, token: Token) -> Url:
    found = defaulttags.url(parser, token)
    return Url(found.view_name, found.args, found.kwargs, found.asvar)
