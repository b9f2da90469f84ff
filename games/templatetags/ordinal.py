"""Ranks as people say them: 1st, 2nd, 11th."""

from __future__ import annotations

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def ordinal(number: int) -> str:
    """A rank in the reader's language: "2nd", in Japanese 「2位」."""
    ending = number % 10 if number // 10 % 10 != 1 else 0
    if ending == 1:
        form = pgettext("rank", "%(n)sst")
    elif ending == 2:
        form = pgettext("rank", "%(n)snd")
    elif ending == 3:
        form = pgettext("rank", "%(n)srd")
    else:
        form = pgettext("rank", "%(n)sth")
    return form % {"n": number}
