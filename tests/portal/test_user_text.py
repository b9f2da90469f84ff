"""What people have written turns and covers nothing around it, wherever it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template import engines

from accounts.models import User
from games.availability import ics
from games.models import Notification
from games.notifications import delivery
from games.notifications.backends import mail
from portal.user_text import CLOSE, MAX_MARKS, OPEN, isolate

pytestmark = pytest.mark.same_everywhere

ROOT = Path(__file__).parents[2]
HEBREW = "שלום"
ARABIC = "سلام"
SHOWN = f"{OPEN}{HEBREW}{CLOSE}"
PILE = "e" + "\u0301" * 300

ISOLATED = {
    "Ada": "Ada",
    "点数 5": "点数 5",
    HEBREW: SHOWN,
    f"{HEBREW} has 5 points": f"{SHOWN} has 5 points",
    f"{HEBREW} (12) {ARABIC}, Bob": f"{OPEN}{HEBREW} (12) {ARABIC}{CLOSE}, Bob",
    f"{HEBREW}\n{ARABIC}": f"{SHOWN}\n{OPEN}{ARABIC}{CLOSE}",
    f"{SHOWN} is here": f"{SHOWN} is here",
    f"\u2067{HEBREW}\u2069!": f"\u2067{HEBREW}\u2069!",
    f"a \u202egnp.exe {HEBREW}": f"a gnp.exe {SHOWN}",
    f"a \u2067 b {CLOSE}{CLOSE} c": f"a \u2067 b {CLOSE} c",
    f"{OPEN}{OPEN}a": "a",
    "Ada\u200f (5)": f"Ada{OPEN}\u200f{CLOSE} (5)",
    PILE: "e" + "\u0301" * MAX_MARKS,
}


@pytest.mark.parametrize(("text", "shown"), ISOLATED.items())
def test_isolate_keeps_runs_apart(text: str, shown: str) -> None:
    assert isolate(text) == shown
    assert isolate(shown) == shown, "once is enough"


DJANGO = {
    "{{ name }}: {{ text }}": f"{SHOWN}: 5 < 6".replace("<", "&lt;"),
    '<b title="{{ name }}">': f'<b title="{SHOWN}">',
    "{% load i18n %}{% blocktranslate %}To {{ name }}{% endblocktranslate %}": f"To {SHOWN}",
    "{% load i18n %}{% blocktranslate with a=name %}To {{ a }}{% endblocktranslate %}": (
        f"To {SHOWN}"
    ),
    "{% autoescape off %}{{ name }}{% endautoescape %}": SHOWN,
    "{% firstof name %}": SHOWN,
    "{{ names|join:', ' }}": f"{SHOWN}, {SHOWN}",
    '<input value="{{ name|editable }}">': f'<input value="{HEBREW}">',
    '<p dir="auto">{{ name|prose }}': f'<p dir="auto">{HEBREW}',
    "{{ pile|linebreaksbr }}": "e" + "\u0301" * MAX_MARKS,
}
JINJA = {
    "{{ name }}: {{ text }}": f"{SHOWN}: 5 &lt; 6",
    '{{ "Report what %(name)s wrote"|e|format(name=name) }}': f"Report what {SHOWN} wrote",
    '{{ "%s and %s"|format(name, 5) }}': f"{SHOWN} and 5",
    "<textarea>{{ name|editable }}</textarea>": f"<textarea>{HEBREW}</textarea>",
    "{{ pile|prose }}": "e" + "\u0301" * MAX_MARKS,
}
GIVEN = {"name": HEBREW, "names": [HEBREW, HEBREW], "text": "5 < 6", "pile": PILE}


@pytest.mark.parametrize(
    ("engine", "template"), [("django", one) for one in DJANGO] + [("jinja2", one) for one in JINJA]
)
def test_both_engines_isolate_what_they_show(engine: str, template: str) -> None:
    shown = engines[engine].from_string(template).render(GIVEN)
    assert shown == {"django": DJANGO, "jinja2": JINJA}[engine][template]


def test_forms_show_what_was_written_for_editing() -> None:
    from django import forms

    class Form(forms.Form):
        name = forms.CharField(initial=HEBREW)
        text = forms.CharField(initial=HEBREW, widget=forms.Textarea)

    shown = str(Form())
    assert HEBREW in shown
    assert OPEN not in shown


TEMPLATES = sorted(
    [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/titles/*/templates/**/*.html")]
)
LONG = r"(?:\w+\.)*(?:text|about|words|prizes|comment)"
IN_FORMS = re.compile(
    r'<textarea[^>]*>\{\{ ?(?P<area>[^}]*?) ?\}\}|<input[^>]*?value="\{\{ ?(?P<input>[^}]*?) ?\}\}'
)
WRITTEN = re.compile(
    r"(?:^|\.)(?:name|words|note|comment|with_|text|title|label|value|email|next|from)$"
)
NO_TEXT = re.compile(r'type="(?:checkbox|radio|number)"')
PROSE = re.compile(r"\|(?:linked|linebreaksbr|linebreaks|prose)\b")


def sources() -> Iterator[tuple[str, str]]:
    for path in TEMPLATES:
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def test_inputs_are_filled_with_what_was_written() -> None:
    """An isolate in an input would be sent back as if its reader had typed it."""
    wrong = [
        (name, found[0])
        for name, source in sources()
        for found in IN_FORMS.finditer(source)
        if WRITTEN.search(found["area"] or found["input"] or "") and not NO_TEXT.search(found[0])
    ]
    assert not wrong


def test_long_texts_stand_in_elements_that_turn_by_themselves() -> None:
    wrong = [
        (name, source[max(0, found.start() - 90) : found.end()])
        for name, source in sources()
        for found in PROSE.finditer(source)
        if not is_isolated(source[: found.start()])
    ]
    assert not wrong


def is_isolated(before: str) -> bool:
    """Whether the last tag that is open before this place isolates what it holds."""
    opened = re.findall(r"<(\w[^<>]*)>[^<>]*\Z", before)
    return bool(opened) and (opened[-1].split()[0] == "bdi" or 'dir="auto"' in opened[-1])


def test_no_template_shows_user_text_as_markup() -> None:
    wrong = [
        (name, found[0])
        for name, source in sources()
        for found in re.finditer(rf"\{{\{{ ?(?:{LONG}|[\w.]*name)\|safe", source)
    ]
    assert not wrong


def test_notifications_isolate_names(monkeypatch: pytest.MonkeyPatch) -> None:
    word = delivery.NotificationContent(
        "turn", "", f"{HEBREW} | 5", f"{HEBREW} has moved", "", {"by": HEBREW}
    )
    monkeypatch.setattr(delivery, "_compose", lambda notification, is_late: word)
    sent = delivery._isolated_content(Notification(), is_late=False)
    assert (sent.title, sent.text) == (f"{SHOWN} | 5", f"{SHOWN} has moved")
    assert sent.data == {"by": HEBREW}, "programs are told what was written"


def test_mails_isolate_their_reader() -> None:
    word = delivery.NotificationContent("turn", "", "Your turn", "Ada has moved", "", {})
    text = mail._text(User(username="shalom", nickname=HEBREW), word, "")
    assert text.startswith(f"Hello {SHOWN},")


def test_calendar_files_isolate_names() -> None:
    assert ics._escape_text(f"{HEBREW}, 5") == f"{SHOWN}\\, 5"
