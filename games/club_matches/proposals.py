"""Challenge another club to a match; accept, decline, or call it off before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import lock_users
from portal.errors import Conflict, Forbidden, Invalid, TooManyRequests

from ..boards import translate_reason
from ..clubs.access import lock_club
from ..lobby.table_settings import TableSettings
from ..models import Club, Membership
from ..table.restrictions import check_can_write
from .access import check_leads, is_leader, lock_match
from .models import LONGEST_TEXT, ClubMatch
from .notifications import members_of, notify, notify_leaders

if TYPE_CHECKING:
    from accounts.models import User

MAX_BOARDS = 50
MAX_PER_SIDE = 2
MAX_UNSTARTED = 5  # challenges and open matches of one club
SOONEST, LATEST = timedelta(hours=1), timedelta(days=60)


@dataclass(frozen=True)
class Challenge:
    """What a club proposes to another.

    Attributes:
        opponent: the name of the other club.
        game: the game of all boards.
        table_settings: of all boards; half of the seats are for each club.
        pairing: a value of `ClubMatch.Pairing`.
        min_boards, max_boards: with fewer boards the match is called off.
        starts_at: when entries end and the boards are paired.
        text: a message to the other club.
    """

    opponent: str
    game: str
    table_settings: TableSettings
    pairing: str
    min_boards: int
    max_boards: int
    starts_at: datetime
    text: str = ""


def board_sizes(game: rules.Game) -> list[int]:
    """Return the numbers of seats that a board of this game can have; empty: none."""
    return [n for n in game.seats if n % 2 == 0 and 0 < n // 2 <= MAX_PER_SIDE]


def challenge_club(key: str, user: User, challenge: Challenge) -> ClubMatch:
    """Challenge another club, for the club of this key.

    Raises:
        ClubNotFoundError: there is no such club.
        Forbidden: the user does not lead it, or a moderator has forbidden them to write.
        Invalid: a value is not possible; `field` names it.
        TooManyRequests: a club has `MAX_UNSTARTED` matches that have not started.
    """
    now = timezone.now()
    check_can_write(user)
    _check_values(challenge, now)
    with transaction.atomic():
        user = lock_users(user)[user.pk]
        home = lock_club(key)
        check_leads(home, user)
        away = _find_opponent(home, user, challenge.opponent)
        for club in (home, away):
            _check_unstarted(club)
        match = ClubMatch.objects.create(
            home=home,
            away=away,
            created_by=user,
            game=challenge.game,
            table_settings=challenge.table_settings.to_json(),
            pairing=challenge.pairing,
            min_boards=challenge.min_boards,
            max_boards=challenge.max_boards,
            text=challenge.text.strip(),
            created_at=now,
            starts_at=challenge.starts_at,
        )
        notify_leaders(match, away, "proposed", but=user)
    return match


def _check_values(challenge: Challenge, now: datetime) -> None:
    game = rules.catalogue().get(challenge.game)
    settings = challenge.table_settings
    if game is None or settings.seats not in board_sizes(game):
        raise _invalid(
            _("Choose a number of seats of which each club gets half: %(sizes)s.")
            % {"sizes": ", ".join(map(str, board_sizes(game))) if game else "–"},
            "seats",
        )
    try:
        game.check(settings.seats, dict(settings.options))
    except rules.OptionError as error:
        raise _invalid(translate_reason(error.why, game.key), "options") from error
    if settings.clock.is_live or settings.clock.is_unlimited:
        raise _invalid(_("A match between clubs needs a clock in days."), "clock")
    if challenge.pairing not in ClubMatch.Pairing.values:
        raise _invalid(_("Choose how the boards are paired."), "pairing")
    if not 1 <= challenge.min_boards <= challenge.max_boards <= MAX_BOARDS:
        raise _invalid(
            _("Choose from 1 to %(n)d boards, and no more at least than at most.")
            % {"n": MAX_BOARDS},
            "max_boards",
        )
    if not now + SOONEST <= challenge.starts_at <= now + LATEST:
        raise _invalid(
            _("The match must start in more than an hour and within %(n)d days.")
            % {"n": LATEST.days},
            "starts_at",
        )
    if len(challenge.text) > LONGEST_TEXT:
        raise _invalid(
            _("A message can have at most %(n)d characters.") % {"n": LONGEST_TEXT}, "text"
        )


def _find_opponent(home: Club, user: User, name: str) -> Club:
    """Return the other club by its name: one that anyone can find, or one of the user's own."""
    own = Membership.objects.filter(user=user).values("club")
    findable = ~Q(join_policy=Club.JoinPolicy.INVITATION) | Q(pk__in=own)
    found = Club.objects.filter(findable, name__iexact=name.strip(), closed_at=None).first()
    if found is None:
        raise _invalid(
            _("There is no club of this name that can be found. Ask its owner for the exact name."),
            "opponent",
        )
    if found.pk == home.pk:
        raise _invalid(_("A club cannot play against itself."), "opponent")
    return found


def _check_unstarted(club: Club) -> None:
    unstarted = ClubMatch.objects.filter(
        Q(home=club) | Q(away=club), state__in=ClubMatch.BEFORE_START
    )
    if unstarted.count() >= MAX_UNSTARTED:
        raise TooManyRequests(
            _("%(name)s already has %(n)d matches that have not started.")
            % {"name": club.name, "n": MAX_UNSTARTED},
            code="too_many_club_matches",
        )


def _invalid(message: str, field: str) -> Invalid:
    return Invalid(message, field=field, code="bad_club_match")


def answer_challenge(key: str, user: User, *, accepts: bool) -> ClubMatch:
    """Accept or decline a challenge, for the challenged club.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the user may not see it.
        Forbidden: the user does not lead the challenged club.
        Conflict: it has been answered, or its start is past.
    """
    now = timezone.now()
    with transaction.atomic():
        match = lock_match(key, user)
        check_leads(match.away, user)
        if not match.is_proposed or match.starts_at <= now:
            raise Conflict(
                _("This challenge has already been answered or has expired."),
                code="club_match_moved",
            )
        if accepts:
            match.state = ClubMatch.State.OPEN
            match.save(update_fields=["state"])
            people = members_of(match.home) + members_of(match.away)
            notify(match, people, "open", but=user)
        else:
            _call_off(match, now)
            notify_leaders(match, match.home, "declined")
    return match


def call_off(key: str, user: User) -> ClubMatch:
    """Call a match off before it starts, for either club; a challenge is withdrawn in this way.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the user may not see it.
        Forbidden: the user leads neither club.
        Conflict: it has started, or is called off already.
    """
    now = timezone.now()
    with transaction.atomic():
        match = lock_match(key, user)
        if not any(is_leader(club, user) for club in match.clubs):
            raise Forbidden(
                _("Only the owner and helpers of a club can do that."), code="not_your_circle"
            )
        if not match.is_before_start:
            raise Conflict(
                _("This match has started or is called off already."), code="club_match_moved"
            )
        call_off_locked(match, now, by=user)
    return match


def call_off_locked(match: ClubMatch, now: datetime, *, by: User | None = None) -> None:
    """Call off a locked match that has not started; notify its players and the leaders."""
    people = [one.user for one in match.players.select_related("user__notification_settings")]
    for club in match.clubs:
        people += members_of(club, Membership.LEADING)
    _call_off(match, now)
    notify(match, people, "called_off", but=by)


def _call_off(match: ClubMatch, now: datetime) -> None:
    match.state, match.ended_at = ClubMatch.State.CALLED_OFF, now
    match.save(update_fields=["state", "ended_at"])
