"""How a game is shown: the generic presenter, which can show and play any registered game.

A presenter turns a view and the legal moves into words and panels. A game with its own board
subclasses `Presenter` as `PRESENTER` in the `board` package of its title. It overrides methods, or
names functions: `prompt = staticmethod(prompts.prompt)`. Templates and static files in the title's
folder are found automatically (`discovery.py`). Everything that a title does not define is generic.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import games.rules as rules
from portal.translation_cache import cache_per_language

from .cached_urls import rules_url
from .hud import Change, Stat, Tip, Zone, translate_zones
from .scene import Scene, scene_after
from .sentences import Placeholders, Sentences, Table
from .spots import PresenterSpots
from .steppers import Stepper, stepper_for
from .translations import PART_SEPARATOR, capitalize_first, join_list, translations_for
from .translations import gettext as _
from .view_models import (
    Facts,
    Figure,
    LuckMeasure,
    MoveChoice,
    MoveGroup,
    Panel,
    RuleLink,
    ScorePart,
    SeatPoints,
    Text,
    humanize,
)

Prompt = Text | Callable[[Scene], str]

MAX_CAUSE_LENGTH = 300  # characters that a page quotes from a program's message

#: The `scripts` of a board that uses `games/boards/stepper.html` or `games/boards/map.html`.
STEPPER_SCRIPTS = ("js/stepper.js",)
MAP_SCRIPTS = ("js/map-gestures.js",)


class Presenter:
    """Shows any game from its view alone."""

    # Files in a title's folder replace these (games/boards/discovery.py).
    template = "games/boards/generic.html"
    cover = "components/pieces.html"
    seat = "games/boards/seat.html"
    dock = ""
    thumbnail = ""
    # Shared files, before the title's own: `MAP_SCRIPTS` and "css/map.css" for a map, for example.
    stylesheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    words: dict[str, Text] = {}
    #: Whether every move can be made on the drawing of the board, so that the list of moves is only
    #: a second way.
    is_drawn: bool = False
    #: What `luck` counts ("Cards of the throws, …"); "" where luck cannot be measured by seat.
    luck_title: Text = ""
    #: The verb of the move with which a seat opens its match in one of a few ways, and a label for
    #: the word after the verb ("First role"); "" where there is no such move.
    opening_verb: str = ""
    #: The kind of that move's event from which `opening` takes the word, where the move has none.
    opening_kind: str = ""
    opening_title: Text = ""
    #: Labels of the numbers in `Score.tiebreak`, in their order.
    tiebreak_labels: tuple[Text, ...] = ()
    #: What players call things, by notation word or a word of the title's own. Each is called so
    #: everywhere, in every language (tests/rulebook/test_names.py).
    names: dict[str, Text] = {}
    #: Tables of texts for templates, and functions: `words.letters[key]`.
    template_words: Mapping[str, Mapping[Any, Text] | Callable[..., Any]] = {}
    facts: Facts | None = None

    def __init__(self, game: rules.Game) -> None:
        self.game = game
        self.wording = translations_for(game.key)
        self._event_sentences = Sentences(self.event_sentences, self.event_placeholders)
        self._event_highlights = Sentences(self.event_highlights)

    # the match in numbers

    @property
    def has_figures(self) -> bool:
        """Whether the title shows a match in numbers: it overrides `figures`."""
        return type(self).figures is not Presenter.figures

    def figures(
        self, events: Sequence[rules.Event], names: Sequence[str], options: Mapping[str, str]
    ) -> Sequence[Figure]:
        """Numbers of a match, from all events that its viewer saw (see `has_figures`)."""
        return ()

    def luck(self, match: rules.Match, move: str) -> LuckMeasure | None:
        """How to measure the luck of this move once it has been played (see `luck_title`).

        The expectation is what everyone could calculate before the move. None: it meets no such
        chance.
        """
        return None

    # names

    def name(self) -> str:
        """The game's name in the reader's language."""
        return str(self.words.get(self.game.key, self.game.name))

    def blurb(self) -> str:
        """One sentence that says what the game is about, in the reader's language."""
        return ""

    @property
    def plays_with_bots(self) -> bool:
        """Whether a person can start a match against bots."""
        return self.game.seats[-1] > 1

    def seats_text(self) -> str:
        """The numbers of seats as text: "2–5"."""
        first, last = self.game.seats[0], self.game.seats[-1]
        return str(first) if first == last else f"{first}–{last}"

    def fact_rows(self) -> list[tuple[str, str]]:
        """The facts of the game as (label, value) rows."""
        if self.facts is None:
            return [(_("Players"), self.seats_text())]
        values = {"seats": self.seats_text(), "n": self.facts.best_with}
        scale = _("%(n)s of %(most)s")
        return [
            (_("Players"), _("%(seats)s, best with %(n)s") % values),
            (_("Minutes"), _("about %(n)s") % {"n": self.facts.minutes}),
            *(
                (label, scale % {"n": degree, "most": Facts.SCALE})
                for label, degree in (
                    (_("Weight"), self.facts.weight),
                    (_("Luck"), self.facts.luck),
                    (_("Interaction"), self.facts.interaction),
                )
            ),
        ]

    def word(self, token: str) -> str:
        """A notation word in the reader's language."""
        known = self.words.get(token)
        return str(known) if known is not None else humanize(token)

    def rule_link(self, anchor: str, text: object) -> RuleLink:
        """A name that links to this anchor of the title's rules."""
        return RuleLink(text, rules_url(self.game.key, anchor))

    def rule_anchors(self, move: str) -> Sequence[str]:
        """Anchors of the title's rules that a move may be about, the most specific first."""
        verb, *arguments = move.split(" ")
        return [*(one for one in arguments if not one[:1].isdigit()), verb]

    def option_label(self, option: rules.Option) -> str:
        return self.word(f"option:{option.key}").removeprefix("option · ").capitalize()

    def option_help(self, option: rules.Option) -> str:
        known = self.words.get(f"help:{option.key}")
        return str(known) if known is not None else option.help

    def choice_label(self, option: rules.Option, choice: str) -> str:
        known = self.words.get(f"choice:{option.key}:{choice}")
        return str(known) if known is not None else self.word(choice)

    def choice_text(self, option: rules.Option, choice: str) -> str:
        """An option with its chosen value: "Variant: Balanced"."""
        return f"{self.option_label(option)}: {self.choice_label(option, choice)}"

    def breakdown_label(self, key: str) -> str:
        return capitalize_first(self.word(key))

    def can_score(self, key: str, options: Mapping[str, str], seats: int) -> bool:
        """Whether a key of the breakdown can bring points in a match with these settings."""
        return True

    def opening_key(self, data: Mapping[str, Any]) -> str:
        """The word for an opening, from the data of its event (see `opening_kind`)."""
        raise NotImplementedError

    def opening_label(self, opening: str) -> str:
        """The label of an opening: of the word after `opening_verb`, or of `opening`'s result."""
        return capitalize_first(self.word(opening))

    # why something is refused

    def reason(self, why: rules.Reason, names: Sequence[str] = ()) -> str:
        """A reason of the rules in the reader's language, with the words of the page."""
        text = self.reason_value(why, names)
        # A player's name at the start keeps its spelling.
        return text if text.startswith(tuple(names)) else capitalize_first(text)

    def reason_value(self, value: Any, names: Sequence[str] = ()) -> str:
        """A value in a reason as the page words it; titles override it for places and pieces."""
        match value:
            case rules.Reason():
                return value.render(self.wording.gettext, lambda one: self.reason_value(one, names))
            case rules.SeatNumber():
                return names[value] if value < len(names) else _("seat %d") % (value + 1)
            case rules.UserInput():
                return _("“%(text)s”") % {"text": value.bare}
            case rules.ProgramMessage():
                return _("“%(text)s”") % {"text": value[:MAX_CAUSE_LENGTH]}
            case rules.MoveSyntax():
                return _("“%(text)s”") % {"text": str.__str__(value)}
            case rules.OptionName():
                return self.option_label(self._option(value))
            case rules.OptionChoice():
                return self.choice_label(self._option(value.option), value.choice)
            case rules.Notation():
                return self.move_label(value)
            case rules.Verb():
                return self._word_of("verb", value)
            case rules.Phase():
                return self._word_of("phase", value)
            case tuple():
                return join_list(self.reason_value(one, names) for one in value)
            case str():
                return self.word(value)
        return str(value)

    def _option(self, key: str) -> rules.Option:
        return next(option for option in self.game.options if option.key == key)

    def _word_of(self, kind: str, token: str) -> str:
        known = self.words.get(f"{kind}:{token}")
        return str(known) if known is not None else self.word(token)

    # decisions and moves

    def decision_kind(self, scene: Scene) -> str:
        """The kind of decision that the viewer must make, as a word of the title's own."""
        return str(scene.view.get("phase", ""))

    #: What the viewer is asked, by kind of decision: a text, or a function of the scene.
    prompts: Mapping[str, Prompt] = {}
    #: What a viewer reads while others decide, by `waiting_kind`: a text with their %(names)s, or a
    #: function of the scene.
    waiting_prompts: Mapping[str, Prompt] = {}
    #: Tips for a viewer who meets a kind of decision for the first time: one for every kind, or
    #: none at all.
    tips: Mapping[str, Tip] = {}

    def prompt(self, scene: Scene) -> str:
        """What the viewer must decide, or for whom the table waits, in plain words."""
        if scene.over:
            return self.result_text(scene)
        if scene.seat is not None and scene.seat in scene.actors:
            asked = self.prompts.get(self.decision_kind(scene))
            if asked is None:
                return _("Your decision: choose one of the moves below.")
            return asked(scene) if callable(asked) else str(asked)
        waiting = self.waiting_prompts.get(self.waiting_kind(scene)) or _("Waiting for %(names)s.")
        if callable(waiting):
            return waiting(scene)
        return str(waiting) % {"names": self.waiting_names(scene)}

    def waiting_kind(self, scene: Scene) -> str:
        """The kind of decision that others must make, as a key of `waiting_prompts`."""
        return str(scene.view.get("phase", ""))

    def result_text(self, scene: Scene) -> str:
        """What the prompt says when the match is over."""
        return _("The match is over.")

    def waiting_names(self, scene: Scene) -> str:
        return join_list(scene.names[actor] for actor in scene.actors)

    def move_label(self, move: str, scene: Scene | None = None) -> str:
        """A move in words, for buttons, drafts and the log."""
        verb, *arguments = move.split(" ")
        return " ".join([self.word(verb), *map(self.word, arguments)]).strip()

    def press_selectors(self, move: str, *then: str) -> tuple[str, ...]:
        """CSS selectors of what to press for a move; the first one that exists comes next.

        `then` are moves that a tutorial explains together with it, where a board makes them
        together.
        """
        return f'[data-move="{move}"]', f'button[name="move"][value="{move}"]'

    #: Headings in the list of all moves, by verb.
    move_headings: Mapping[str, Text] = {}

    def move_groups(self, scene: Scene) -> list[MoveGroup]:
        """The legal moves as buttons, grouped by the heading of their verb."""
        groups: dict[str, list[MoveChoice]] = {}
        headings: dict[str, str] = {}
        for move in scene.legal:
            verb = move.split(" ")[0]
            if verb not in headings:
                known = self.move_headings.get(verb)
                headings[verb] = str(known) if known else self.word(verb).capitalize()
            choice = MoveChoice(move, self.move_label(move, scene))
            groups.setdefault(headings[verb], []).append(choice)
        return [MoveGroup(heading, choices) for heading, choices in groups.items()]

    def auto_answer_label(self, key: str) -> str:
        """An automatic answer in words."""
        return self.move_label(key)

    # how a move is made

    #: Moves that end a part of a turn. They are buttons in the turn bar, in this order.
    closing_verbs: Sequence[str] = ("done", "end", "finish", "keep", "pass")
    #: Short labels for these buttons.
    closing_labels: Mapping[str, Text] = {}

    #: Verbs whose number is a quantity, not a choice: the list of moves shows a stepper.
    stepper_verbs: frozenset[str] = frozenset()

    def steps(self, group: MoveGroup) -> Stepper | None:
        """The group as one stepper, where its moves are many and differ only by a number."""
        if any(choice.move.split(" ")[0] not in self.stepper_verbs for choice in group.choices):
            return None
        return stepper_for({choice.move: choice.label for choice in group.choices})

    def closing_moves(self, scene: Scene) -> list[MoveChoice]:
        """The moves that end a part of a turn, as buttons of the turn bar."""
        labels = self.closing_labels
        return [
            MoveChoice(move, str(labels[move]) if move in labels else self.move_label(move, scene))
            for move in self.closing_verbs
            if move in scene.legal
        ]

    def preview_text(self, move: str, scene: Scene) -> str:
        """What a legal move changes, before → after, in one line for the turn bar; "" for nothing.

        It names only what is certain, never what chance or another seat's secret decides.
        """
        if scene.consequences is None or scene.seat is None:
            return ""
        effect = scene.effect(move)
        ways = [
            [change.text for change in self.changed_numbers(scene, scene_after(scene, world))]
            for world, _told in effect.worlds
        ]
        return PART_SEPARATOR.join(text for text in ways[0] if all(text in way for way in ways))

    def unfinished_warning(self, scene: Scene) -> str:
        """What a finished turn would obviously leave undone; shown once before the turn is sent."""
        return ""

    # parts around the board

    def stats(self, scene: Scene, seat: int) -> Sequence[Stat]:
        """The game's own numbers of a seat, for its card in the seat strip and its purse."""
        return ()

    #: The parts of the board that the jump row links to, in the order of the page.
    board_zones: Sequence[Zone] = ()

    def zones(self, scene: Scene) -> Sequence[Zone]:
        """The `board_zones` of the viewer, in the reader's language."""
        return _zones(type(self), scene.seat is not None)

    # the position

    def spots(self, scene: Scene) -> PresenterSpots:
        """What the viewer may press on a drawn board, with the labels and previews of moves."""
        return PresenterSpots(scene, self.move_label, self.preview_text)

    def board(self, scene: Scene) -> dict[str, Any]:
        """What templates draw as `board`; `seats` are the panels in the cards of other seats."""
        panels = self.panels(scene)
        others = {
            seat: tuple(panel for panel in panels if panel.seat == seat)
            for seat in range(len(scene.names))
            if seat != scene.seat
        }
        own = [panel for panel in panels if panel.seat not in others]
        return {"panels": own, "seats": others}

    def panels(self, scene: Scene) -> list[Panel]:
        """The position in words and numbers, which is also the text for screen readers."""
        general: list[tuple[str, str]] = []
        panels: list[Panel] = []
        for key, value in scene.view.items():
            if isinstance(value, dict) and value:
                rows = [(self.word(str(k)).capitalize(), self.plain(v)) for k, v in value.items()]
                panels.append(Panel(self.word(key).capitalize(), rows=rows))
            elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
                panels += [self._entry(key, number, v, scene) for number, v in enumerate(value)]
            else:
                general.append((self.word(key).capitalize(), self.plain(value)))
        return [Panel(_("Position"), rows=general), *panels] if general else panels

    def _entry(self, key: str, number: int, value: dict[str, Any], scene: Scene) -> Panel:
        rows = [(self.word(str(k)).capitalize(), self.plain(v)) for k, v in value.items()]
        is_seat = key == "seats" and number < len(scene.names)
        title = scene.names[number] if is_seat else f"{self.word(key).capitalize()} {number + 1}"
        return Panel(title, rows=rows, seat=number if is_seat else None)

    def plain(self, value: Any) -> str:
        """Any JSON value as one readable line."""
        if value is None or value == [] or value == {}:
            return "–"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, list):
            return join_list(self.plain(item) for item in value)
        if isinstance(value, dict):
            return join_list(f"{self.word(str(k))} {self.plain(v)}" for k, v in value.items())
        return str(value)

    def drawing(self, name: str) -> str | None:
        """A drawing, as SVG, that has its own address (`cached_urls.drawing_url`), or None."""
        return None

    def points(self, scene: Scene) -> list[SeatPoints]:
        """The points of every seat, as far as the view shows them (in its `scores`)."""
        found = []
        for row in scene.view.get("scores") or [None] * len(scene.names):
            if isinstance(row, dict):
                parts = [
                    ScorePart(key, self.breakdown_label(key), value)
                    for key, value in row.items()
                    if key not in ("total", "seat", "rank") and isinstance(value, int)
                ]
                found.append(SeatPoints(row.get("total"), parts))
            else:
                found.append(SeatPoints(row if isinstance(row, int) else None))
        return found

    def seat_points(self, scene: Scene, breakdown: Mapping[str, int | None]) -> SeatPoints:
        """The points of a seat if the match ended now; None in the breakdown means hidden."""
        parts = [
            ScorePart(key, self.breakdown_label(key), value)
            for key, value in breakdown.items()
            if value
        ]
        total = None if None in breakdown.values() else sum(part.value or 0 for part in parts)
        return SeatPoints(total, parts, "" if scene.over else _("Points if the match ended now."))

    def points_key(self, event: rules.Event) -> str:
        """The key of the breakdown to which a `score` event belongs."""
        return str(event.data.get("key") or event.data.get("reason", ""))

    def thumbnail_data(self, scene: Scene) -> Hashable:
        """The value that the thumbnail template draws: a small position without controls.

        The scene is a spectator's. The title's `board.css` styles the drawing.
        """
        return None

    @property
    def thumbnail_stylesheet(self) -> str:
        """The stylesheet for thumbnails; "" without any."""
        return f"titles/{self.game.key}/board.css" if self.thumbnail else ""

    # what happened since the last move

    def changes(self, before: Scene, after: Scene) -> list[Change]:
        """What changed for the viewer between an earlier and a later scene of theirs.

        What a title considers most important comes first; the numbers of the seat follow.
        """
        numbers = self.changed_numbers(before, after, self.covered_stat_keys)
        return [*self.title_changes(before, after), *numbers]

    def title_changes(self, before: Scene, after: Scene) -> Sequence[Change]:
        """The changes that a title words itself."""
        return ()

    #: Keys of the numbers that `title_changes` already covers.
    covered_stat_keys: frozenset[str] = frozenset()

    def changed_numbers(
        self, before: Scene, after: Scene, but: frozenset[str] = frozenset()
    ) -> list[Change]:
        """The changed points and numbers of the viewer's seat, except those with a key in `but`."""
        form = _("%(what)s: %(before)s → %(after)s")
        return [
            Change(form % {"what": stat.label, "before": stat.was, "after": stat.value})
            for stat in self.changed_stats(before, after)
            if stat.key not in but
        ]

    def changed_stats(self, before: Scene, after: Scene) -> list[Stat]:
        """The changed numbers, points first, each with its earlier value."""
        me = after.seat
        if me is None:
            return []
        had = self.points(before)[me].total
        has = self.points(after)[me].total
        known = {stat.key: stat.value for stat in self.stats(before, me)}
        found = [stat._replace(was=known.get(stat.key, "0")) for stat in self.stats(after, me)]
        if had is not None and has is not None:
            found.insert(0, Stat("points", _("Points"), str(has), was=str(had)))
        return [stat for stat in found if stat.was != stat.value and stat.was and stat.value]

    # the result

    def verdict(
        self, score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]
    ) -> str:
        """Why a seat ended in its place, in one sentence.

        Args:
            score: the seat's score.
            order: the scores of all seats, best first.
            names: the shown name of every seat.
        """
        if score.rank == 1:
            key = max(score.breakdown, key=lambda one: score.breakdown[one])
            values = {"what": self.breakdown_label(key), "n": score.breakdown[key]}
            return _("Most points came from: %(what)s (%(n)s).") % values
        best = order[0]
        gaps = {key: best.breakdown.get(key, 0) - n for key, n in score.breakdown.items()}
        key = max(gaps, key=lambda one: gaps[one])
        behind = best.total - score.total
        values = {
            "name": names[best.seat],
            "behind": behind,
            "what": self.breakdown_label(key),
            "n": gaps[key],
        }
        if not behind:
            return _("Tied with %(name)s on points: the tie-breakers below decided.") % values
        return _("%(behind)s behind %(name)s, mostly from: %(what)s (%(n)s).") % values

    # the log

    #: Kinds of events without a log line, because another move says what they led to.
    silent_event_kinds: frozenset[str] = frozenset()

    #: Sentences by kind of event, and what their placeholders show (`sentences.py`).
    event_sentences: Table = {}
    event_placeholders: Placeholders = {}
    #: Two or three words by kind of event for those that get their own scene on the board.
    event_highlights: Table = {}

    def merge_events(self, events: Sequence[rules.Event]) -> Sequence[rules.Event]:
        """The events of a move for the log, merged where one sentence covers several."""
        return events

    def log_line(self, event: rules.Event, names: Sequence[str]) -> str:
        """An event as a sentence of the log; "" where another event of the move covers it."""
        if self.event_sentences:
            return self._event_sentences.text(event, names)
        details = join_list(f"{self.word(str(k))} {self.plain(v)}" for k, v in event.data.items())
        values = {"what": self.word(event.kind), "details": details}
        if event.seat is not None:
            values["name"] = names[event.seat]
            form = _("%(name)s: %(what)s (%(details)s).") if details else _("%(name)s: %(what)s.")
            return form % values
        values["what"] = values["what"][:1].upper() + values["what"][1:]
        return (_("%(what)s (%(details)s).") if details else _("%(what)s.")) % values

    def highlight(self, event: rules.Event) -> str:
        """The words of `event_highlights` for an event; "" where it has none."""
        if event.kind not in self.event_highlights:
            return ""
        return self._event_highlights.text(event)

    def is_automatic(self, event: rules.Event) -> bool:
        """Whether the rules did this automatically; the log marks it."""
        return bool(event.data.get("auto")) or event.kind in ("skip", "auto")


@cache_per_language()
def _zones(show: type[Presenter], has_seat: bool) -> tuple[Zone, ...]:
    return translate_zones(show.board_zones, has_seat)
