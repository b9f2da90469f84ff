"""Quick phrases of chats: a message stores the key, and each reader sees their own language.

A key is a promise: stored messages have it for ever. Texts may change, and keys may be added.
"""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

QUOTE_LENGTH = 200  # characters of a message that a notification quotes
# The label of each group with its phrases, in the order of the list on pages.
GROUPS: tuple[tuple[Promise, dict[str, Promise]], ...] = (
    (
        gettext_lazy("Greetings"),
        {
            "hello": gettext_lazy("Hello!"),
            "good_morning": gettext_lazy("Good morning!"),
            "good_evening": gettext_lazy("Good evening!"),
            "welcome": gettext_lazy("Welcome!"),
            "good_luck": gettext_lazy("Good luck!"),
            "have_fun": gettext_lazy("Have fun!"),
            "first_match": gettext_lazy("This is my first match of this game."),
        },
    ),
    (
        gettext_lazy("Thanks"),
        {
            "thanks": gettext_lazy("Thank you!"),
            "you_are_welcome": gettext_lazy("You are welcome."),
            "thanks_for_waiting": gettext_lazy("Thank you for waiting."),
            "thanks_for_match": gettext_lazy("Thank you for the match!"),
            "sorry": gettext_lazy("Sorry!"),
            "no_problem": gettext_lazy("No problem."),
        },
    ),
    (
        pgettext_lazy("quick phrases", "Time"),
        {
            "play_soon": gettext_lazy("I will play soon."),
            "play_tonight": gettext_lazy("I will play tonight."),
            "back_tomorrow": gettext_lazy("Back tomorrow."),
            "busy": gettext_lazy("I am busy these days."),
            "away_weekend": gettext_lazy("I am away at the weekend."),
            "need_time": gettext_lazy("I need some time to think."),
            "no_hurry": gettext_lazy("No hurry, take your time."),
            "your_turn": gettext_lazy("It is your turn."),
            "sorry_late": gettext_lazy("Sorry for being late."),
            "pause": gettext_lazy("Shall we pause?"),
        },
    ),
    (
        pgettext_lazy("quick phrases", "Play"),
        {
            "good_move": gettext_lazy("Good move!"),
            "well_played": gettext_lazy("Well played."),
            "good_game": gettext_lazy("Good game!"),
            "congratulations": gettext_lazy("Congratulations!"),
            "lucky": gettext_lazy("That was lucky."),
            "unlucky": gettext_lazy("That was bad luck."),
            "misclick": gettext_lazy("Sorry, misclick."),
            "close_match": gettext_lazy("This is close!"),
            "did_not_see": gettext_lazy("I did not see that coming."),
        },
    ),
    (
        gettext_lazy("Questions"),
        {
            "yes": gettext_lazy("Yes."),
            "no": gettext_lazy("No."),
            "one_moment": gettext_lazy("One moment, please."),
            "do_not_understand": gettext_lazy("I do not understand."),
            "explain_rule": gettext_lazy("Can you explain this rule?"),
            "see_rules": gettext_lazy("Please have a look at the rules."),
            "your_language": gettext_lazy("I do not speak your language well."),
        },
    ),
    (
        gettext_lazy("Goodbye"),
        {
            "bye": gettext_lazy("Goodbye!"),
            "see_you": gettext_lazy("See you!"),
            "good_night": gettext_lazy("Good night!"),
            "rematch": gettext_lazy("Shall we play again?"),
        },
    ),
)
PHRASES = {key: text for _label, phrases in GROUPS for key, text in phrases.items()}


def phrase_text(key: str) -> str:
    """Return a phrase in the active language, or a fallback if a newer version stored the key."""
    return str(PHRASES[key]) if key in PHRASES else _("(a phrase that this site does not know)")


def quoted_text(data: dict[str, Any]) -> str:
    """Return what the data of a notification quotes, in the active language if it is a phrase."""
    return str(PHRASES.get(data.get("phrase", ""), data["text"]))


class ChatText:
    """What a chat message says: its `text`, or the phrase whose key is in its `data`."""

    text: Any
    data: Any
    user: Any

    @property
    def author_name(self) -> str:
        """The displayed name of the author."""
        return self.user.display_name

    @property
    def phrase(self) -> str:
        return self.data.get("phrase", "")

    @property
    def content(self) -> str:
        """The message as people who read the active language see it."""
        return phrase_text(self.phrase) if self.phrase else self.text

    @property
    def quote(self) -> dict[str, str]:
        """What the data of a notification keeps of the message."""
        quote = {"text": self.content[:QUOTE_LENGTH]}
        return {**quote, "phrase": self.phrase} if self.phrase else quote
