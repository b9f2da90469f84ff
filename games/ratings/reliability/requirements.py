"""Requirements: what a host asks of people who join, and how far a person is from it.

The numbers are those on people's profiles, as shown there. A person who is too new to have a number
is not kept out by it; a rating always exists, starting with the first one. Hosts cannot require
more than they have themselves, and nothing for a number that they do not have yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

import games.rules as rules

from ...boards import presenter
from ...models import Follow, Table
from ...time_controls import DAY, MINUTE, format_duration
from .. import elo
from ..models import Rating
from . import stats
from .aggregation import MIN_ANSWERS
from .stats import MIN_MATCHES, ReliabilityStats

if TYPE_CHECKING:
    from accounts.models import User

RATING_LIMITS = (elo.MIN_RATING // 100, 9999)
PERCENT_LIMITS = (1, 100)
ANSWER_TIME_LIMITS = (MINUTE, 30 * DAY)
LIMITS = {
    "rating_from": RATING_LIMITS,
    "rating_to": RATING_LIMITS,
    "finished": PERCENT_LIMITS,
    "pace": ANSWER_TIME_LIMITS,
}

UnmetRequirement = tuple[
    str, str
]  # (field of `Requirements`, sentence that says how far a person is from it)


class RequirementValues(NamedTuple):
    """A person's numbers in one game, as they are shown."""

    numbers: ReliabilityStats
    rating: int = elo.INITIAL_RATING // 100
    is_provisional: bool = True

    @property
    def pace(self) -> int | None:
        return None if self.numbers.pace is None else stats.round_duration(self.numbers.pace)

    @property
    def rating_text(self) -> str:
        if self.is_provisional:
            return _("%(rating)d (provisional)") % {"rating": self.rating}
        return str(self.rating)


def requirement_values(
    pairs: Iterable[tuple[int, str]],
) -> dict[tuple[int, str], RequirementValues]:
    """Return the numbers of these people in these games, in two queries."""
    known = stats.stats_for(pairs)
    found = {key: RequirementValues(one) for key, one in known.items()}
    people, games = {person for person, _game in known}, {game for _person, game in known}
    for row in Rating.objects.filter(user__in=people, game__in=games) if known else ():
        if (key := (row.user_id, row.game)) in found:
            rating = int(row.value.quantize(Decimal(1), ROUND_HALF_UP))
            found[key] = RequirementValues(known[key], rating, row.is_provisional)
    return found


@dataclass(frozen=True)
class Requirements:
    """The requirements of a table; by default none.

    Attributes:
        rating_from, rating_to: the range of ratings in the table's game, both included.
        finished: the lowest percentage of finished matches.
        pace: the longest usual time to answer, in seconds.
        followed: whether the host must follow the person.
    """

    rating_from: int | None = None
    rating_to: int | None = None
    finished: int | None = None
    pace: int | None = None
    followed: bool = False

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Return the requirements that a row stores."""
        return cls(**{one.name: kept[one.name] for one in fields(cls) if one.name in kept})

    def to_json(self) -> dict[str, Any]:
        """Return the requirements for a row; `tables_met_by` expects unset ones to be missing."""
        return {name: value for name, value in asdict(self).items() if value}

    def __bool__(self) -> bool:
        return self != NO_REQUIREMENTS

    def wrong(self) -> UnmetRequirement | None:
        """Return the first value that is out of range for anybody, or None."""
        for name, (least, most) in LIMITS.items():
            asked = getattr(self, name)
            if asked is not None and not least <= asked <= most:
                message = _("Choose a number from %(least)d to %(most)d.")
                return name, message % {"least": least, "most": most}
        if self.rating_from and self.rating_to and self.rating_from > self.rating_to:
            return "rating_to", _("The lowest rating is above the highest.")
        return None

    @property
    def text(self) -> str:
        """All requirements in one line of text."""
        return " · ".join(self._text_parts())

    def _text_parts(self) -> Iterator[str]:
        values = asdict(self)
        if self.rating_from and self.rating_to:
            yield _("rating from %(rating_from)d to %(rating_to)d") % values
        elif self.rating_from:
            yield _("rating from %(rating_from)d") % values
        elif self.rating_to:
            yield _("rating up to %(rating_to)d") % values
        if self.finished:
            yield _("%(finished)d %% of matches finished") % values
        if self.pace:
            yield _("answers usually within %(time)s") % {"time": format_duration(self.pace)}
        if self.followed:
            yield _("people the host follows")

    def find_unmet(
        self, one: RequirementValues, *, is_followed: bool
    ) -> Iterator[UnmetRequirement]:
        """Yield the requirements that a person does not meet, with their number and the gap."""
        game = {"game": presenter(one.numbers.game).name(), "mine": one.rating_text}
        if self.rating_from and (off := self.rating_from - one.rating) > 0:
            yield (
                "rating_from",
                _(
                    "This table requires a rating of at least %(asked)d in %(game)s. "
                    "Yours is %(mine)s, %(off)d too low."
                )
                % {**game, "asked": self.rating_from, "off": off},
            )
        if self.rating_to and (off := one.rating - self.rating_to) > 0:
            yield (
                "rating_to",
                _(
                    "This table requires a rating of at most %(asked)d in %(game)s. "
                    "Yours is %(mine)s, %(off)d too high."
                )
                % {**game, "asked": self.rating_to, "off": off},
            )
        share = one.numbers.share
        if self.finished and share is not None and (off := self.finished - share) > 0:
            values = {"asked": self.finished, "mine": share, "off": off, "n": one.numbers.played}
            yield (
                "finished",
                _(
                    "This table requires %(asked)d %% of matches finished. You have "
                    "finished %(mine)d %% of %(n)d, %(off)d %% too few."
                )
                % values,
            )
        if self.pace and one.pace is not None and (off := one.pace - self.pace) > 0:
            yield (
                "pace",
                _(
                    "This table requires answers usually within %(asked)s. Yours "
                    "usually take %(mine)s, %(off)s longer."
                )
                % {
                    "asked": format_duration(self.pace),
                    "mine": format_duration(one.pace),
                    "off": format_duration(off),
                },
            )
        if self.followed and not is_followed:
            message = _("This table is only for people the host follows.")
            yield "followed", message

    def find_excessive(self, host: RequirementValues) -> Iterator[UnmetRequirement]:
        """Yield what the host may not require: they do not meet it, or have no number yet."""
        if self.finished and host.numbers.share is None:
            message = _("You need %(n)d matches before we know how many you finish.")
            yield "finished", message % {"n": MIN_MATCHES}
        if self.pace and host.pace is None:
            message = _("You need %(n)d answers before we know how quickly you answer.")
            yield "pace", message % {"n": MIN_ANSWERS}
        yield from self.find_unmet(host, is_followed=True)

    def limited_to_host(self, host: User, game: str) -> Requirements:
        """Return the requirements without those that this host may not set."""
        if not self:
            return self
        beyond = dict(self.find_excessive(requirement_values([(host.pk, game)])[host.pk, game]))
        return Requirements.of(
            {name: one for name, one in self.to_json().items() if name not in beyond}
        )


NO_REQUIREMENTS = Requirements()


def unmet_texts(person: User, tables: Iterable[Table]) -> dict[int, str]:
    """Return, by table id, sentences about the requirements that a person does not meet.

    It takes three queries at most. Tables whose requirements are met are left out.
    """
    requirements = {
        table: asks for table in tables if (asks := Requirements.of(table.requirements))
    }
    if not requirements:
        return {}
    mine = requirement_values((person.pk, table.game) for table in requirements)
    hosts = {table.host_id for table, asks in requirements.items() if asks.followed}
    following = set[int]()
    if hosts:
        follows = Follow.objects.of_willing().filter(followed=person, follower__in=hosts)
        following = set(follows.values_list("follower", flat=True))
    found = {}
    for table, asks in requirements.items():
        is_followed = table.host_id in following
        texts = [
            say for _, say in asks.find_unmet(mine[person.pk, table.game], is_followed=is_followed)
        ]
        if texts:
            found[table.pk] = " ".join(texts)
    return found


def tables_met_by(person: User) -> Q:
    """Return the condition for tables whose requirements a person meets, as `unmet_texts` says."""
    mine = requirement_values((person.pk, game) for game in rules.catalogue())
    follows = Follow.objects.of_willing().filter(follower=OuterRef("host"), followed=person)
    fits = Q(requirements={})
    for (_person, game), one in mine.items():
        fits |= (
            Q(game=game)
            & _requirement_filter("rating_from", "lte", one.rating)
            & _requirement_filter("rating_to", "gte", one.rating)
            & _requirement_filter("finished", "lte", one.numbers.share)
            & _requirement_filter("pace", "gte", one.pace)
        )
    return fits & (Q(requirements__followed__isnull=True) | Q(Exists(follows)))


def _requirement_filter(name: str, lookup: str, value: int | None) -> Q:
    """Return the condition that a number is not required or `value` meets it; None always does."""
    if value is None:
        return Q()
    return Q(**{f"requirements__{name}__isnull": True}) | Q(
        **{f"requirements__{name}__{lookup}": value}
    )
