"""Mails as they go over the line: what mail programs read is what Django would have sent."""

from __future__ import annotations

import email
import re
from email import policy
from typing import Any

import pytest
from django.core.mail import BadHeaderError, EmailMultiAlternatives

from games.notifications.backends.mime import NotificationMail

HEADERS = {
    "List-Unsubscribe": "<https://example.org/unsubscribe/WzEsInR1cm4iLCJtYWlsIl0:1abc:xyz/>",
    "Auto-Submitted": "auto-generated",
    "Message-ID": "<notice-7-8@example.org>",
    "Date": "Fri, 02 Jan 2026 03:04:05 -0000",
}


def read(message: Any) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """What a mail program makes of a message: headers, and parts by kind."""
    found = email.message_from_bytes(message.as_bytes(linesep="\r\n"), policy=policy.default)
    headers = [(name, value.strip()) for name, value in found.items() if name != "Content-Type"]
    return sorted(headers), [
        (part.get_content_type(), part.get_content().split()) for part in found.iter_parts()
    ]


@pytest.mark.parametrize(
    ("to", "subject", "text"),
    [
        ("ada@example.org", "It is your turn", "Hello,\n\nOne line.\r\n.\nanother\n"),
        ("ada@example.org", "あなたの番です | 卓の名前 | " + "長い名前 " * 12, "こんにちは\n"),
        ("ada@example.org", "Zürich – “Ada”, 🎲", "x" * 3000 + "\n" + "あ" * 400),
        ("ada@bücher.example", "Bücher", "An address that Django composes."),
    ],
)
def test_a_mail_reads_as_django_would_have_sent_it(to: str, subject: str, text: str) -> None:
    mail = NotificationMail(subject, text, "Longtäble <site@example.org>", [to], headers=HEADERS)
    mail.attach_alternative(f"<p>{text}</p>", "text/html")
    assert read(mail.message()) == read(EmailMultiAlternatives.message(mail))
    on_the_line = mail.message().as_bytes(linesep="\r\n")
    assert re.search(rb"(?<!\r)\n|\r(?!\n)", on_the_line) is None
    assert max(map(len, on_the_line.split(b"\r\n"))) <= 998


@pytest.mark.parametrize("name", ["Subject", "To", "Auto-Submitted"])
def test_a_mail_has_no_header_of_two_lines(name: str) -> None:
    headers = {"Subject": "Subject", "To": "ada@example.org", **HEADERS}
    headers[name] += "\nBcc: everybody@example.org"
    subject, to = headers.pop("Subject"), headers.pop("To")
    mail = NotificationMail(subject, "text", "site@example.org", [to], headers=headers)
    mail.attach_alternative("<p>text</p>", "text/html")
    with pytest.raises((BadHeaderError, ValueError)):
        mail.message()
