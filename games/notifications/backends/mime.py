"""Our mails in their final MIME form: text and the same as HTML, always in the same structure.

Django and the standard library compose each mail header by header, which took as long as writing
the notification. Our mails differ in a few lines only. Django composes the exceptions, for example
for an address that is not ASCII.
"""

from __future__ import annotations

import base64
import functools
import re
import secrets
from collections.abc import Callable
from email.message import Message
from email.policy import Policy
from email.utils import formatdate, make_msgid
from typing import Any

from django.conf import settings
from django.core.mail import DNS_NAME, EmailMultiAlternatives
from django.core.mail.message import sanitize_address

ENCODED_WORD_BYTES = 45  # bytes of a text that fit into one encoded word (RFC 2047)
ENDS = re.compile("\r\n?|\n")
LONGEST = 900  # bytes of a header or line that we do not encode; 998 are allowed (RFC 5322)


class PrebuiltMessage(Message):
    """A message whose headers are encoded already, with the body as text."""

    def __init__(self, parts: str) -> None:
        super().__init__()
        self._parts = parts

    def as_bytes(
        self,
        unixfrom: bool = False,
        policy: Policy[Any] | None = None,
        linesep: str = "\n",
    ) -> bytes:
        headers = "".join(f"{name}: {value}\n" for name, value in self.items())
        return f"{headers}\n{self._parts}".replace("\n", linesep).encode()


class NotificationMail(EmailMultiAlternatives):
    """A mail with text and HTML to one address."""

    def message(self) -> Any:  # type: ignore[override]  # the stubs are a version ahead
        html = str(self.alternatives[0][0])
        headers = {"Subject": self.subject, "To": self.to[0], **self.extra_headers}
        if not all(map(_is_plain, headers.values())) or not self.to[0].isascii():
            return super().message()
        boundary = f"={secrets.token_hex(16)}="
        composed = PrebuiltMessage(_parts(boundary, str(self.body), html))
        composed["Content-Type"] = f'multipart/alternative; boundary="{boundary}"'
        composed["MIME-Version"] = "1.0"
        composed["From"] = _sender(self.from_email)
        headers.setdefault("Date", formatdate(localtime=settings.EMAIL_USE_LOCALTIME))
        headers.setdefault("Message-ID", make_msgid(domain=str(DNS_NAME)))
        for name, value in headers.items():
            composed[name] = value if value.isascii() else encode_header(value)
        return composed


def encode_header(text: str) -> str:
    """Return a header's text as encoded words of ASCII (RFC 2047), which mail programs join again.

    >>> encode_header("Zürich")
    '=?utf-8?b?WsO8cmljaA==?='
    """
    words = [b""]
    for character in text:
        encoded = character.encode()
        if len(words[-1]) + len(encoded) > ENCODED_WORD_BYTES:
            words.append(b"")
        words[-1] += encoded
    return "\n ".join(f"=?utf-8?b?{base64.b64encode(word).decode()}?=" for word in words)


def _is_plain(value: str) -> bool:
    return "\n" not in value and "\r" not in value and len(value) <= LONGEST


_sender: Callable[[str], str] = functools.cache(
    lambda address: str(sanitize_address(address, settings.DEFAULT_CHARSET))
)


def _parts(boundary: str, *texts: str) -> str:
    """Return the body: the same as text and as HTML, with lines of allowed length."""
    kinds = zip(("plain", "html"), texts, strict=True)
    return "".join([*(_part(boundary, kind, text) for kind, text in kinds), f"--{boundary}--\n"])


def _part(boundary: str, kind: str, text: str) -> str:
    lines = ENDS.split(text)
    if any(len(line.encode()) > LONGEST for line in lines):
        way, text = "base64", base64.encodebytes(text.encode()).decode()
    else:
        way, text = "7bit" if text.isascii() else "8bit", "\n".join(lines)
    return (
        f'--{boundary}\nContent-Type: text/{kind}; charset="utf-8"\n'
        f"Content-Transfer-Encoding: {way}\n\n{text}\n"
    )
