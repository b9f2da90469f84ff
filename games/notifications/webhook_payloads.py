"""The bodies of webhook requests, in one shape for each kind of webhook.

Texts that people wrote stay plain text there: they mention nobody and hide no link.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import datetime
from typing import Any, NamedTuple

from ..models import Webhook
from .backends import NotificationContent

MAX_DISCORD_LENGTH = 2000  # characters
LONGEST = 8000
MARKDOWN_CHARACTERS = re.compile(r"([\\`*_~|<>\[\]#])")
SIGNATURE, TIMESTAMP = "X-Longtable-Signature", "X-Longtable-Timestamp"
AT = "@\u200b"  # followed by a zero-width space, it mentions nobody


class WebhookPayload(NamedTuple):
    body: bytes
    headers: dict[str, str]


def payload(hook: Webhook, content: NotificationContent, now: datetime) -> WebhookPayload:
    """Return the body and headers that are posted to a webhook.

    JSON is signed: the signature is "sha256=" and the hex HMAC-SHA256 of the timestamp (seconds
    since 1970), a dot and the body. The key is the webhook's secret.
    """
    body = json.dumps(FORMATTERS[hook.kind](content), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    if hook.kind == Webhook.Kind.JSON:
        timestamp = str(int(now.timestamp()))
        headers |= {TIMESTAMP: timestamp, SIGNATURE: signature(hook.secret, timestamp, body)}
    return WebhookPayload(body, headers)


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return the value of the signature header.

    >>> signature("secret", "1700000000", b"{}")[:21]
    'sha256=b8569b78799ff9'
    """
    signed = timestamp.encode() + b"." + body
    return "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def _discord_body(content: NotificationContent) -> dict[str, Any]:
    rest = MAX_DISCORD_LENGTH - len(content.url) - 8
    title = truncate(_escape_markdown(content.title), rest // 2)
    text = truncate(_escape_markdown(content.text), rest - len(title))
    body = "\n".join(filter(None, [f"**{title}**", text, content.url]))
    return {"content": body, "allowed_mentions": {"parse": []}}


def _slack_body(content: NotificationContent) -> dict[str, Any]:
    title = f"<{content.url}|{_escape_slack(content.title).replace('|', '·')}>"
    return {
        "text": truncate("\n".join(filter(None, [title, _escape_slack(content.text)])), LONGEST)
    }


def _markdown_body(content: NotificationContent) -> dict[str, Any]:
    title, text = (
        _escape_markdown(part).replace("@", AT) for part in (content.title, content.text)
    )
    return {"text": "\n".join(filter(None, [f"**{title}**", truncate(text, LONGEST), content.url]))}


def _json_body(content: NotificationContent) -> dict[str, Any]:
    return {
        "event": content.event,
        "title": content.title,
        "text": content.text,
        "url": content.url,
        "data": content.data,
    }


FORMATTERS = {
    Webhook.Kind.DISCORD.value: _discord_body,
    Webhook.Kind.SLACK.value: _slack_body,
    Webhook.Kind.TEXT.value: _markdown_body,
    Webhook.Kind.JSON.value: _json_body,
}


def _escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it unchanged.

    >>> print(_escape_markdown("**[here](x)**"))
    \\*\\*\\[here\\](x)\\*\\*
    """
    return MARKDOWN_CHARACTERS.sub(r"\\\1", text)


def _escape_slack(text: str) -> str:
    """Escape text for Slack, which puts links and mentions between < and >."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def truncate(text: str, longest: int) -> str:
    """Return at most `longest` characters of a text.

    >>> truncate("a long text", 7)
    'a long…'
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip("\\") + "…"
