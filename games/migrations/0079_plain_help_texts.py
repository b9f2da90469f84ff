"""Help texts in plain English; the database does not change."""

from django.db import migrations

from portal.migration_operations import DescribeFields

TEXTS = {
    "Announcement": {
        "should_notify": "whether everybody gets a notification",
        "last_notified_user_id": "the last user who was notified",
        "downtime": "the downtime that it announces",
        "notified_at": "when everybody was notified",
    },
    "ApiToken": {
        "scopes": "separated by spaces",
    },
    "Case": {
        "target_key": "key or id of the target",
        "subject": "the author, host or owner of the target, or the target",
        "decided_at": "empty again after a later report",
    },
    "Challenge": {
        "assigned_at": "when it passed to this opponent; empty: from the start",
    },
    "Chapter": {
        "version": "the table's version when the chapter was created",
        "seed": "of chance in its variations",
        "nodes": "by node: [previous node, seat, notation]",
        "annotations": "by node: a comment and marks on the board",
        "current_node": "the node that its owner has open",
        "guess_start": "the position from which readers guess the next moves",
    },
    "Club": {
        "has_webhook": "whether it has a webhook that works",
    },
    "ClubMessage": {
        "hidden_at": "when a moderator hid it",
    },
    "Decision": {
        "subject": "empty: the decision is about nobody, for example a viewed list",
        "case": "id of the case, which is deleted with the subject's account",
        "data": "what the target was before",
        "previous": "digest of the previous entry",
    },
    "FairPlaySignal": {
        "evidence": "numbers and keys of matches",
        "found_at": "when it was last detected",
        "settled_at": "when a moderator dealt with it",
    },
    "ImportedRecord": {
        "site": "source site, from the record",
    },
    "Invitation": {
        "expires_at": "when the reserved seat becomes free",
        "message": "sent with the answer",
    },
    "InvitationLink": {
        "max_uses": "how many people can use the link",
        "for_guests": "people without an account can use the link",
    },
    "MatchRequest": {
        "compatibility_key": "equal for requests that can be matched",
        "rating": "hundredths, when the request was made",
        "retry_at": "when to look for more people",
    },
    "Message": {
        "hidden_at": "when a moderator hid it",
    },
    "Move": {
        "took": "on the last move of an answer: its think time in seconds of open hours",
    },
    "Notification": {
        "dedup_key": "equal for notifications of one event",
        "attempts": "failed attempts",
        "send_at": "the earliest time of sending",
        "data": "what the recipient may know",
    },
    "PendingMember": {
        "invited_by": "empty: the person asked to join",
    },
    "PlannedDowntime": {
        "applied_at": "when running waits were extended",
    },
    "PlayerAbsence": {
        "started_at": "when the player first timed out",
        "ended_at": "when the player came back",
    },
    "PlayerStatistics": {
        "answers": "answers by bucket of think time",
        "turns": "answers of the player",
        "pace": "median think time in seconds; empty: too few answers",
        "played": "matches; those lost in one absence count once",
        "finished": "matches played to the end",
    },
    "PushSubscription": {
        "endpoint": "a secret: whoever knows it can send messages",
        "auth": "the browser's authentication secret",
        "last_ok_at": "when its service last accepted a message",
    },
    "RatingChange": {
        "excused": "rated by the points when the player left",
    },
    "Review": {
        "version": "the table's version when the review was requested",
        "steps_done": "finished steps",
    },
    "Rollback": {
        "version": "the table's version at the rollback",
    },
    "Round": {
        "ends_at": "when the round stops waiting for its tables",
        "reminded_at": "when players of running matches were reminded of the end",
    },
    "SavedTableSettings": {
        "name": "of a named set; empty: the settings used last",
    },
    "Seat": {
        "bot": "level of the bot in this seat",
        "local_name": "the player on the host's device",
        "is_covered": "the device was handed to this player, who has not confirmed it yet",
        "record_name": "the player's name in a record",
        "invitation": "of the person for whom the seat is reserved before the start",
        "waiting_version": "the table's version when the seat was last asked for a decision",
        "decision_moves": "moves of the seat in its last decision",
        "decision_reopened": "how often the seat reopened that decision",
        "pauses": "the calendar of the current wait; empty: none",
        "vacation_used": "seconds of waits spent on vacation or beyond the limit",
        "wait_limit": "seconds a wait may last without vacation; empty: the bank decides",
        "answer_seconds": "seconds that the answer took in ended waits; empty: no answer has begun",
        "timeouts": "consecutive timeouts",
        "excused": "the absence spares the player a loss of what was not being lost",
        "points_at_leaving": "points of all seats when the player left",
        "idle": "the player has hardly played a finished match",
        "auto_answers": "keys of auto-answers that are on",
        "conditional_moves": "games.conditional_moves.ConditionalMove.data, in order",
        "has_tips": "at the start the player was a guest or new to the game",
    },
    "Study": {
        "hidden_at": "when a moderator hid it from everyone but its owner",
    },
    "Suggestion": {
        "version": "the table's version when it was requested",
        "after_move": "the last move of the journal before it",
        "draft": "the draft of the seat",
        "result": "empty {}: there is no suggestion",
    },
    "Table": {
        "name": "given by the host, or empty",
        "rematch_of": "the match that this one is a rematch of",
        "series_number": "the number of the match in a series of rematches",
        "club": "only its members can see the table",
        "rates_bots": "rated even with bot accounts",
        "rating_rules": "version of the rating rules when the match ended",
        "clock_increment": "seconds added at the start of a turn",
        "clock_cap": "the most seconds in the bank",
        "window": "time zone and hours of the week in which clocks run",
        "requirements": "of players: games.reliability.requirements.Requirements.to_json",
        "closes_at": "when a pending table closes",
        "starts_at": "the date at which a pending table starts or closes",
        "starts_zone": "the time zone in which the host gave the date",
        "min_players_at_start": "players needed at the date",
        "date_changes": "how often the host has changed the date",
        "next_action_at": "when a reminder or the start is due",
        "asleep_since": "since when nobody plays any more",
        "revealed_version": "the version of the last reveal",
        "reseeds": "seeds after rollbacks: after, version, seed, commitment",
        "uncounted_after": "the move after which answers are not counted yet; empty: all are counted",
        "has_webhook": "whether a webhook that works follows the match",
        "is_hot_seat": "several people play on the host's device",
        "is_imported": "played elsewhere; `imported` is its record",
    },
    "Tournament": {
        "format_settings": "settings of the format",
        "club": "only its members can see and enter the tournament",
        "max_players": "the most players",
        "min_players": "with fewer players it is called off at its date",
        "round_days": "days after which a round stops waiting for tables; 0: it waits",
        "max_days": "days after which nothing new starts; 0: the format decides",
        "season_number": "the number in its series",
        "seed": "of chance in pairings",
        "version": "grows by one with each change",
        "starts_at": "empty: when all places are taken",
        "zone": "the time zone of its deadlines; empty: the organiser's",
        "check_in_minutes": "minutes before the start in which people check in",
        "next_action_at": "when the next step is due; empty: no step",
    },
    "TournamentEntry": {
        "seed": "rank by rating at the start; 1 is the strongest",
        "rating": "hundredths, at the start",
        "max_concurrent": "the most tournament matches at a time",
        "division": "1 is the highest; 0: no divisions, or the format divides",
        "replaces": "the entry whose remaining tables it has taken over",
        "entered_at": "when the person entered or joined the waiting list",
        "checked_in_at": "when the person checked in",
        "can_challenge_from": "on a ladder: the end of the wait after a withdrawn challenge",
        "place": "final rank",
        "removal_reason": "why the person was removed",
    },
    "TournamentSeries": {
        "title": "its seasons add a number",
        "pause_days": "the fewest days between two seasons",
        "interval_days": "the fewest days from start to start; 0: only the pause counts",
        "zone": "the time zone of its starts; empty: the organiser's",
        "first_start_at": "the planned start of the first season, from which all are counted",
        "ended_at": "since when no season opens any more",
    },
    "TournamentTable": {
        "entries": "ids of entries, in the order of the seats",
        "ruled_by": "who decided the result of a match that was not played",
    },
    "Variation": {
        "name": "empty: the variation that was started last",
        "version": "the table's version when the variation was started",
        "after_move": "the move of the journal from which it starts",
        "seat": "the seat whose knowledge it has; empty: the match was over",
        "seed": "of re-dealt secrets and chance",
        "moves": "[seat, notation] of each move",
        "position": "how many of its moves are played",
    },
    "Webhook": {
        "url": "a secret: whoever knows it can post there",
        "secret": "signs the JSON",
        "failures": "consecutive failures",
    },
    "WebhookDelivery": {
        "status": "HTTP status; empty: no response",
    },
}


class Migration(migrations.Migration):
    dependencies = [("games", "0078_standard_field_names")]

    operations = [DescribeFields(TEXTS)]
