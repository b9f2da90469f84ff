"""Words as the programs behind webhooks take them, one shape for each kind.

What people have written is text there and nothing else: it calls nobody, and hides no link.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import datetime
from typing import Any, NamedTuple

from ..models import Webhook
from .backends import Word

LONGEST_DISCORD = 2000  # characters
LONGEST = 8000
MARKS = re.compile(r"([\\`*_~|<>\[\]#])")
SIGNATURE, TIMESTAMP = "X-Longtable-Signature", "X-Longtable-Timestamp"
AT = "@\u200b"  # with a space of no width behind it, it calls nobody


class Payload(NamedTuple):
    body: bytes
    headers: dict[str, str]


def payload(hook: Webhook, word: Word, now: datetime) -> Payload:
    """What is posted to a webhook.

    JSON is signed: the signature is "sha256=" and the hex HMAC-SHA256 of the timestamp (seconds
    since 1970), a dot and the body, by the webhook's secret.
    """
    body = json.dumps(SHAPES[hook.kind](word), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    if hook.kind == Webhook.Kind.JSON:
        timestamp = str(int(now.timestamp()))
        headers |= {TIMESTAMP: timestamp, SIGNATURE: signature(hook.secret, timestamp, body)}
    return Payload(body, headers)


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What is in the header.

    >>> signature("secret", "1700000000", b"{}")[:21]
    'sha256=b8569b78799ff9'
    """
    signed = timestamp.encode() + b"." + body
    return "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def _discord(word: Word) -> dict[str, Any]:
    rest = LONGEST_DISCORD - len(word.url) - 8
    title = cut(_marked(word.title), rest // 2)
    text = cut(_marked(word.text), rest - len(title))
    content = "\n".join(filter(None, [f"**{title}**", text, word.url]))
    return {"content": content, "allowed_mentions": {"parse": []}}


def _slack(word: Word) -> dict[str, Any]:
    title = f"<{word.url}|{_entities(word.title).replace('|', '·')}>"
    return {"text": cut("\n".join(filter(None, [title, _entities(word.text)])), LONGEST)}


def _text(word: Word) -> dict[str, Any]:
    title, text = (_marked(part).replace("@", AT) for part in (word.title, word.text))
    return {"text": "\n".join(filter(None, [f"**{title}**", cut(text, LONGEST), word.url]))}


def _json(word: Word) -> dict[str, Any]:
    return {
        "event": word.event,
        "title": word.title,
        "text": word.text,
        "url": word.url,
        "data": word.data,
    }


SHAPES = {
    Webhook.Kind.DISCORD.value: _discord,
    Webhook.Kind.SLACK.value: _slack,
    Webhook.Kind.TEXT.value: _text,
    Webhook.Kind.JSON.value: _json,
}


def _marked(text: str) -> str:
    """Text for Markdown that stays as it is.

    >>> print(_marked("**[here](x)**"))
    \\*\\*\\[here\\](x)\\*\\*
    """
    return MARKS.sub(r"\\\1", text)


def _entities(text: str) -> str:
    """Text for Slack, whose links and calls stand between < and >."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def cut(text: str, longest: int) -> str:
    """At most so many characters of a text.

    >>> cut("a long text", 7)
    'a long…'
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip("\\") + "…"
