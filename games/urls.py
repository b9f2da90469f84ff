"""Addresses of games, lobby, tables and history."""

from django.urls import path

from .announcing import views as announcing
from .circles import views as circles
from .history import figures, framed, own_statistics, viewer
from .history import views as history
from .lobby import feed_views as feeds
from .lobby import home
from .lobby import inviting_views as inviting
from .lobby import quick_views as quick
from .lobby import set_views as sets
from .lobby import views as lobby
from .my_time import views as my_time
from .notices import device_views as devices
from .notices import hook_views as hooks
from .notices import views as notices
from .own_data import privacy
from .own_data import views as own_data
from .peace import moderating_views as moderating
from .peace import views as peace
from .people import views as people
from .pictures import views as pictures
from .ratings import views as ratings
from .records import dump_views as dumps
from .records import views as records
from .shelf import views as shelf
from .standing import views as standing
from .studies import views as studies
from .table import order_views
from .table import views as table
from .trying import views as trying

app_name = "games"
urlpatterns = [
    path("games/", shelf.shelf, name="shelf"),
    path("games/<slug:game>/", shelf.about, name="game"),
    path("games/<slug:game>/play/", shelf.play_bots, name="play_bots"),
    path("games/<slug:game>/guided/", shelf.guided, name="guided"),
    path("games/<slug:game>/quick/", quick.press, name="quick"),
    path("games/<slug:game>/quick/cancel/", quick.cancel, name="cancel_quick"),
    path("quick-match/", quick.quick_panel, name="quick_panel"),
    path("games/<slug:game>/one-page/", shelf.one_page, name="one_page"),
    path("games/<slug:game>/drawings/<slug:name>.svg", shelf.drawing, name="drawing"),
    path("games/<slug:game>/rules/<str:anchor>/", shelf.paragraph, name="paragraph"),
    path("site/announcements/", announcing.announcements, name="announcements"),
    path("site/announcements/<int:pk>/end/", announcing.end, name="end_announcement"),
    path("site/absences/", announcing.planned_absences, name="planned_absences"),
    path("site/absences/<int:pk>/", announcing.change_absence, name="change_absence"),
    path("announcements/<int:pk>/put-away/", announcing.put_away, name="put_away_announcement"),
    path("tables/", lobby.table_list, name="lobby"),
    path("playing/", home.playing_now, name="playing"),
    path("games/<slug:game>/like-last/", lobby.like_last, name="like_last"),
    path("tables/new/", lobby.new_table, name="new"),
    path("tables/new/<slug:game>/", lobby.new_table, name="new_of"),
    path("table-sets/<int:pk>/rename/", sets.rename, name="rename_set"),
    path("table-sets/<int:pk>/delete/", sets.delete, name="delete_set"),
    path("tables/<slug:key>/", table.page, name="table"),
    path("tables/<slug:key>/live/", table.fragment, name="fragment"),
    path("tables/<slug:key>/log/", table.log, name="log"),
    path("tables/<slug:key>/since/", table.since, name="since"),
    path("tables/<slug:key>/since/put-away/", table.put_away, name="put_away"),
    path("tables/<slug:key>/join/", lobby.join, name="join"),
    path("tables/<slug:key>/leave/", lobby.leave, name="leave"),
    path("tables/<slug:key>/start/", lobby.start, name="start"),
    path("tables/<slug:key>/guide/", shelf.back_to_guide, name="back_to_guide"),
    path("tables/<slug:key>/again/", lobby.again, name="again"),
    path("tables/<slug:key>/close/", lobby.close, name="close"),
    path("tables/<slug:key>/name/", lobby.rename, name="rename"),
    path("tables/<slug:key>/calendar.ics", feeds.of_table, name="table_calendar"),
    path("tables/<slug:key>/date/", lobby.change_date, name="change_date"),
    path("tables/<slug:key>/invite/", inviting.invite, name="invite"),
    path(
        "tables/<slug:key>/invite/<int:pk>/withdraw/",
        inviting.withdraw,
        name="withdraw_invitation",
    ),
    path("tables/<slug:key>/invite/links/", inviting.make_link, name="make_link"),
    path(
        "tables/<slug:key>/invite/links/<int:pk>/withdraw/",
        inviting.withdraw_link,
        name="withdraw_link",
    ),
    path("tables/<slug:key>/invitation/", inviting.invitation, name="invitation"),
    path("tables/<slug:key>/invitation/accept/", inviting.accept, name="accept"),
    path("tables/<slug:key>/invitation/decline/", inviting.decline, name="decline"),
    path("tables/<slug:key>/remove/", inviting.remove, name="remove"),
    path("tables/<slug:key>/hand-on/", inviting.hand_on, name="hand_on"),
    path("tables/<slug:key>/fill/", inviting.fill, name="fill"),
    path("tables/<slug:key>/take-off/", inviting.take_off, name="take_off"),
    path("invited/<str:token>/", inviting.by_link, name="invited_by_link"),
    path("tables/<slug:key>/moves/", table.move, name="move"),
    path("tables/<slug:key>/undo/", table.undo, name="undo"),
    path("tables/<slug:key>/restart/", table.restart, name="restart"),
    path("tables/<slug:key>/confirm/", table.confirm, name="confirm"),
    path("tables/<slug:key>/orders/", table.orders, name="orders"),
    path("tables/<slug:key>/orders/ahead/", order_views.ordered_ahead, name="orders_ahead"),
    path("tables/<slug:key>/orders/change/", order_views.change, name="change_order"),
    path("tables/<slug:key>/device/", table.hand_over, name="hand_over"),
    path("tables/<slug:key>/resign/", table.resign, name="resign"),
    path("tables/<slug:key>/come-back/", table.come_back, name="come_back"),
    path("tables/<slug:key>/give-time/", table.give_time, name="give_time"),
    path("tables/<slug:key>/call-off/", table.call_off, name="call_off"),
    path("tables/<slug:key>/chat/", table.chat, name="chat"),
    path("tables/<slug:key>/webhook/", hooks.page, {"of": "table"}, name="table_webhook"),
    path("tables/<slug:key>/webhook/test/", hooks.test, {"of": "table"}, name="test_table_webhook"),
    path(
        "tables/<slug:key>/webhook/remove/",
        hooks.remove,
        {"of": "table"},
        name="remove_table_webhook",
    ),
    path("tables/<slug:key>/note/", people.note_table, name="note_table"),
    path("tables/<slug:key>/replay/", viewer.page, name="replay"),
    path("embed/<slug:key>/", framed.page, name="embed"),
    path("pictures/of/<slug:name>.png", pictures.cover, name="cover"),
    path("pictures/<str:token>.png", pictures.position, {"suffix": "png"}, name="position_png"),
    path("pictures/<str:token>.svg", pictures.position, {"suffix": "svg"}, name="position_svg"),
    path("tables/<slug:key>/replay/step/", viewer.step, name="step"),
    path("tables/<slug:key>/try/", trying.tries, name="try"),
    path("tables/<slug:key>/try/<int:pk>/", trying.line, name="line"),
    path("tables/<slug:key>/try/shared/<str:token>/", trying.shared_line, name="shared_line"),
    path("tables/<slug:key>/study/", studies.of_table, name="study_table"),
    path("tables/<slug:key>/figures/", figures.page, name="figures"),
    path("tables/<slug:key>/record.json", records.record, name="record"),
    path("tables/<slug:key>/record.jsonl", records.file, name="record_file"),
    path("tables/<slug:key>/verify/", records.verify, name="verify_table"),
    path("my-tables/", lobby.my_tables, name="mine"),
    path("my-tables/live/", lobby.my_lists, name="mine_lists"),
    path("next-table/", lobby.next_table, name="next"),
    path("leaderboard/", ratings.leaderboards, name="leaderboards"),
    path("ratings/", ratings.how_ratings_work, name="how_ratings_work"),
    path("leaderboard/<slug:game>/", ratings.leaderboard, name="leaderboard"),
    path("people/<str:username>/", history.profile, name="profile"),
    path("people/<str:username>/follow/", people.follow, name="follow"),
    path("people/<str:username>/block/", peace.block, name="block"),
    path("people/<str:username>/note/", people.note_person, name="note_person"),
    path("following/", people.followed, name="following"),
    path("following/add/", people.add, name="follow_by_name"),
    path("my-notes/", people.notes, name="my_notes"),
    path("my-matches/", history.matches, name="my_matches"),
    path("my-matches/statistics/", own_statistics.page, name="my_statistics"),
    path("my-matches/searches/", history.save_search, name="save_search"),
    path("my-matches/searches/<int:pk>/delete/", history.delete_search, name="delete_search"),
    path("my-matches/matches.csv", history.matches_csv, name="my_matches_csv"),
    path("my-matches/matches.json", history.matches_json, name="my_matches_json"),
    path("privacy/", privacy.page, name="privacy"),
    path("my-data/", own_data.page, name="own_data"),
    path("my-data/download/", own_data.download, name="own_data_file"),
    path("circles/", circles.mine, name="circles"),
    path("circles/new/", circles.new, name="new_circle"),
    path("circles/<slug:key>/", circles.page, name="circle"),
    path("circles/<slug:key>/change/", circles.change, name="change_circle"),
    path("circles/<slug:key>/close/", circles.close, name="close_circle"),
    path("circles/<slug:key>/join/", circles.join, name="join_circle"),
    path("circles/<slug:key>/leave/", circles.leave, name="leave_circle"),
    path("circles/<slug:key>/invite/", circles.invite, name="invite_to_circle"),
    path("circles/<slug:key>/webhook/", hooks.page, {"of": "circle"}, name="circle_webhook"),
    path(
        "circles/<slug:key>/webhook/test/", hooks.test, {"of": "circle"}, name="test_circle_webhook"
    ),
    path(
        "circles/<slug:key>/webhook/remove/",
        hooks.remove,
        {"of": "circle"},
        name="remove_circle_webhook",
    ),
    path("circles/<slug:key>/talk/", circles.say, name="circle_talk"),
    path("circles/<slug:key>/leaderboard/<slug:game>/", circles.best, name="circle_best"),
    path("circles/<slug:key>/members/<str:username>/", circles.member, name="circle_member"),
    path(
        "circles/<slug:key>/candidates/<str:username>/",
        circles.candidate,
        name="circle_candidate",
    ),
    path("people/<str:username>/numbers/", standing.of_person, name="numbers"),
    path("verify/", records.verify, name="verify"),
    path("records/", records.mine, name="records"),
    path("records/all/", dumps.page, name="dump"),
    path("records/all.json", dumps.index, name="dump_index"),
    path("records/all.jsonl.gz", dumps.file, name="dump_file"),
    path("records/<slug:key>/delete/", records.remove, name="delete_record"),
    path("studies/", studies.mine, name="studies"),
    path("studies/<slug:key>/", studies.study, name="study"),
    path("studies/<slug:key>/set-up/<slug:game>/", studies.set_up, name="study_set_up"),
    path("studies/<slug:key>/study.jsonl", studies.file, name="study_file"),
    path("studies/<slug:key>/copy/", studies.copy, name="copy_study"),
    path("studies/<slug:key>/<int:pk>/", studies.chapter, name="chapter"),
    path("notices/", notices.mine, name="notices"),
    path("notices/digest/", notices.digest, name="digest"),
    path("notices/again/<slug:channel>/", notices.again, name="notice_again"),
    path("preferences/time/", my_time.my_time, name="my_time"),
    path("preferences/time/day-off/", my_time.add_day_off, name="add_day_off"),
    path("preferences/time/day-off/remove/", my_time.remove_day_off, name="remove_day_off"),
    path("preferences/time/vacation/", my_time.add_vacation, name="add_vacation"),
    path("preferences/time/vacation/end/", my_time.end_vacation, name="end_vacation"),
    path("preferences/time/auto/", my_time.set_auto, name="set_auto"),
    path("report/thanks/", peace.reported, name="reported"),
    path("report/<slug:what>/<str:which>/", peace.report, name="report"),
    path("decisions/", moderating.mine, name="decisions"),
    path("decisions/closed/<str:token>/", moderating.closed, name="closed"),
    path("decisions/<int:pk>/appeal/", moderating.appeal, name="appeal"),
    path("moderation/", moderating.queue, name="moderation"),
    path("moderation/hints/", moderating.hinted, name="hints"),
    path("moderation/hints/<int:pk>/", moderating.settle, name="settle_hint"),
    path("moderation/trail/", moderating.followed, name="trail"),
    path("moderation/<int:pk>/", moderating.case, name="case"),
    path("moderation/appeals/<int:pk>/", moderating.answer, name="answer_appeal"),
    path("preferences/blocked/", peace.blocked, name="blocked"),
    path("preferences/notices/", notices.settings_page, name="notice_settings"),
    path("preferences/notices/webhook/", hooks.page, {"of": "webhook"}, name="webhook"),
    path("preferences/notices/webhook/test/", hooks.test, {"of": "webhook"}, name="test_webhook"),
    path(
        "preferences/notices/webhook/remove/",
        hooks.remove,
        {"of": "webhook"},
        name="remove_webhook",
    ),
    path("preferences/calendar/", feeds.mine, name="calendar"),
    path("preferences/calendar/make/", feeds.make, name="make_calendar"),
    path("preferences/calendar/remove/", feeds.remove, name="remove_calendar"),
    path("calendars/<str:token>.ics", feeds.of_person, name="calendar_feed"),
    path("preferences/notices/devices/", devices.mine, name="devices"),
    path("preferences/notices/devices/<int:pk>/test/", devices.test, name="test_device"),
    path("preferences/notices/devices/<int:pk>/remove/", devices.remove, name="remove_device"),
    path("unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
]
