"""Who plays for each club: members enter a match, and leaders set the order of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.user_locks import lock_users
from portal.errors import Conflict, Forbidden, Invalid

from ..models import Club, Membership
from ..ratings import elo
from ..ratings.models import Rating
from ..table.restrictions import check_can_join_open_tables, check_can_play
from .access import check_leads, lock_match
from .models import ClubMatch, ClubMatchPlayer

if TYPE_CHECKING:
    from accounts.models import User


def enter(key: str, user: User, club_key: str = "") -> ClubMatchPlayer:
    """Enter a match for one of its clubs; entering again for the other club changes sides.

    Args:
        key: the match.
        user: the person.
        club_key: the club, for members of both; empty: the one of which they are a member.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the user may not see it.
        Forbidden: the user is not a member of the club, is a bot, or may not play.
        Conflict: the match takes no players now.
    """
    with transaction.atomic():
        match = lock_match(key, user)
        user = lock_users(user)[user.pk]
        _check_open(match)
        club = _club_of(match, user, club_key)
        if user.is_bot or user.is_guest:
            raise Forbidden(
                _("Bots and guests cannot play in a match between clubs."), code="only_people"
            )
        check_can_play(user, rated=bool(match.table_settings["rated"]))
        check_can_join_open_tables(user)
        player, is_new = ClubMatchPlayer.objects.select_for_update().get_or_create(
            match=match, user=user, defaults={"club": club}
        )
        if not is_new and player.club_id != club.pk:
            player.club, player.position, player.entered_at = club, None, timezone.now()
            player.save(update_fields=["club", "position", "entered_at"])
    return player


def leave(key: str, user: User) -> None:
    """Withdraw from a match that has not started. Nothing happens if the user is not entered.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the user may not see it.
        Conflict: the match has started.
    """
    with transaction.atomic():
        match = lock_match(key, user)
        _check_open(match)
        match.players.filter(user=user).delete()


def set_order(key: str, user: User, club_key: str, usernames: Sequence[str]) -> None:
    """Set the order of a club's players; those who are not named follow in the order of entry.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the user may not see it.
        Forbidden: the user does not lead the club.
        Invalid: a name is not among the club's players, or is named twice.
        Conflict: the match has started, or pairs by rating.
    """
    with transaction.atomic():
        match = lock_match(key, user)
        club = _side(match, club_key)
        check_leads(club, user)
        _check_open(match)
        if match.pairing != ClubMatch.Pairing.CHOICE:
            raise Conflict(_("The boards of this match are paired by rating."), code="by_rating")
        players = {
            one.user.username.lower(): one
            for one in match.players.filter(club=club)
            .select_related("user")
            .select_for_update(of=("self",))
        }
        names = [name.strip().lower() for name in usernames if name.strip()]
        unknown = next((name for name in names if name not in players), None)
        if unknown is not None:
            raise Invalid(
                _("%(name)s does not play for %(club)s in this match.")
                % {"name": unknown, "club": club.name},
                field="order",
                code="bad_club_match",
            )
        if len(set(names)) < len(names):
            raise Invalid(_("Name each player once."), field="order", code="bad_club_match")
        for name, player in players.items():
            player.position = names.index(name) + 1 if name in names else None
        ClubMatchPlayer.objects.bulk_update(players.values(), ["position"])


def line_up(match: ClubMatch, club: Club, players: Sequence[ClubMatchPlayer]) -> list[int]:
    """Return the ids of a club's players in the order of boards.

    By rating the strongest come first; who entered first comes first among equals. Only so many
    play as there are boards: those who entered first.
    """
    own = sorted((one for one in players if one.club_id == club.pk), key=lambda one: one.pk)
    if match.pairing == ClubMatch.Pairing.CHOICE:
        own.sort(key=lambda one: (one.position is None, one.position or 0))
        return [one.user_id for one in own]
    ratings = ratings_of(match, own)
    own = own[: match.max_boards * match.players_per_side]
    own.sort(key=lambda one: -ratings[one.user_id])
    return [one.user_id for one in own]


def ratings_of(match: ClubMatch, players: Sequence[ClubMatchPlayer]) -> dict[int, float]:
    """Return the ratings of these players in the game of the match, by their ids."""
    users = [one.user_id for one in players]
    rated = Rating.objects.filter(game=match.game, user__in=users)
    values = {row.user_id: float(row.value) for row in rated}
    return {user: values.get(user, elo.INITIAL_RATING / 100) for user in users}


def leave_club_matches(user: User, club: Club) -> None:
    """Withdraw a person who leaves a club from its matches that have not started."""
    _unstarted_of(user.pk).filter(club=club).delete()


def delete_for(user: User) -> None:
    """Withdraw a person whose account is being deleted from matches that have not started."""
    _unstarted_of(user.pk).delete()


def exists_for(user: int) -> Exists:
    """Return a condition for the database: the user has entered a match that has not started."""
    return Exists(_unstarted_of(user))


def _unstarted_of(user: int) -> QuerySet[ClubMatchPlayer]:
    return ClubMatchPlayer.objects.filter(user=user, match__state__in=ClubMatch.BEFORE_START)


def _check_open(match: ClubMatch) -> None:
    if not match.is_open or match.starts_at <= timezone.now():
        raise Conflict(_("This match takes no players now."), code="club_match_moved")


def _club_of(match: ClubMatch, user: User, key: str) -> Club:
    mine = set(
        Membership.objects.filter(user=user, club__in=match.clubs).values_list("club", flat=True)
    )
    wanted = [club for club in match.clubs if club.pk in mine and key in ("", club.key)]
    if not wanted:
        raise Forbidden(
            _("Only members of one of the clubs can play for it."), code="not_your_circle"
        )
    return wanted[0]


def _side(match: ClubMatch, key: str) -> Club:
    for club in match.clubs:
        if club.key == key:
            return club
    raise Invalid(_("This club does not play in the match."), field="club", code="bad_club_match")
