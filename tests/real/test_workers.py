"""A real worker, a real beat, a real Redis: deadlines are swept, bots answer, mails go out."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.tokens import create_token
from games.bots import STEADY
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Notification, Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.browser_fixtures import make_user
from tests.live_site import LiveSite
from tests.polling import wait_for

GAME = sample_titles.usual()
ROOT = Path(__file__).parents[2]


def start_table(names: tuple[str, ...] = ("Ann", "Bob"), bots: tuple[str, ...] = ()) -> Table:
    users = [make_user(name) for name in names]
    seats = len(users) + len(bots)
    table = table_setup.open_table(
        users[0], GAME, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock, bots=tuple(bots))
    )
    for user in users[1:]:
        table_setup.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def test_a_deadline_expires_and_the_seat_is_played(live_site: LiveSite) -> None:
    table = start_table()
    seat = table.seat_set.get(waiting_since__isnull=False)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    wait_for(lambda: table.moves.filter(number=1).exists(), "the sweep to play the seat")
    assert table.moves.get(number=1).by == Move.Source.CLOCK
    assert table.messages.filter(log_code="timed_out").count() == 1


def test_a_bot_answers(live_site: LiveSite) -> None:
    table = start_table(("Ann",), (STEADY,))

    def bot_has_moved() -> bool:
        if table.moves.filter(by=Move.Source.BOT).exists():
            return True
        seat = table.seat_set.filter(waiting_since__isnull=False, bot="").first()
        if seat is not None and seat.user is not None:
            current = Table.objects.get(pk=table.pk)
            move = load_match(current).legal_moves(seat.number)[0]
            player_actions.confirm(table.key, seat.user, current.version, [move])
        return False

    wait_for(bot_has_moved, "the bot to move", seconds=30)


def test_a_turn_mail_goes_out_once(live_site: LiveSite) -> None:
    table = start_table()
    seat = table.seat_set.select_related("user").get(waiting_since__isnull=False)
    assert seat.user is not None
    Notification.objects.filter(user=seat.user).update(
        send_at=timezone.now() - timedelta(seconds=1)
    )
    address, path = seat.user.email, table.get_absolute_url()

    def mails() -> list[EmailMessage]:
        """Those about this table; a task of the test before this one may end now."""
        bodies = [(mail, mail.get_body(("plain",))) for mail in live_site.mails(address)]
        return [mail for mail, body in bodies if body is not None and path in body.get_content()]

    wait_for(mails, "the mail", seconds=60)
    assert len(mails()) == 1


@pytest.mark.same_everywhere
def test_the_example_bots_play_a_whole_match_by_the_stream(live_site: LiveSite) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    table = table_setup.open_table(ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock))
    examples = (["examples/bot.py"], ["-m", "examples.searching_bot"])
    bots = [
        subprocess.Popen(
            [sys.executable, *example, live_site.url, "--table", table.key],
            cwd=ROOT,
            env={
                **os.environ,
                "LONGTABLE_TOKEN": create_token(user, "bot", ["read", "play"])[1],
                "LEVEL": "steady",  # the strongest take their time
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for user, example in zip((ann, bob), examples, strict=True)
    ]
    for bot in bots:
        out, err = bot.communicate(timeout=240)
        assert bot.returncode == 0, err
        assert "1. " in out
    assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED
