"""A mail server on loopback that takes what it is told to take, and keeps it."""

from __future__ import annotations

import asyncio
import email
import email.policy
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.requirements import free_port


@dataclass
class MailServer:
    """Refuses the recipients in `refused`; hangs up on those in `dropped`."""

    refused: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    senders_refused: bool = False
    taken: list[EmailMessage] = field(default_factory=list)
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    def start(self) -> None:
        self.controller.start()

    def stop(self) -> None:
        if self.controller.server is not None:
            self.controller.stop()

    @property
    def recipients(self) -> list[str]:
        return [str(message["To"]) for message in self.taken]

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        if self.senders_refused:
            return "550 we do not know you"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        if address in self.refused:
            return "550 no such mailbox"
        if address in self.dropped:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.taken.append(message)
        return "250 OK"
