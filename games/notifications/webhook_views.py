"""The pages of webhooks: one's own, those of tables for hosts, those of clubs for leaders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST

from accounts.requests import authenticated_user
from portal.errors import NotFound
from portal.http import outgoing_requests
from portal.http.refusals import refusal_as_message

from ..clubs.queries import get_club_for_leader
from ..models import Table, Webhook, WebhookDelivery
from ..table.access import is_visible_to
from . import webhooks
from .outbox.events import EVENTS


class WebhookForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Webhook.Kind.choices)
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=outgoing_requests.MAX_URL_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
        help_text=gettext_lazy(
            "The address the other program gives you. We will not show it again."
        ),
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            outgoing_requests.parse_target(url)
        except outgoing_requests.ForbiddenAddressError as error:
            raise forms.ValidationError(str(error)) from error
        return url


class DeliveryRow(NamedTuple):
    """A delivery as the log shows it."""

    label: Promise | str
    tried: WebhookDelivery


# Labels for the log of a table's webhook, which has no "my" turn or match.
TABLE_EVENT_LABELS = {
    "started": gettext_lazy("The match has started"),
    "turn": gettext_lazy("A turn has begun"),
    "over": gettext_lazy("The match is over"),
}
CLUB_EVENT_LABELS = {
    "opened": gettext_lazy("A table opens"),
    "joined": gettext_lazy("Someone joins the club"),
    "over": gettext_lazy("A match is over"),
    "contest": gettext_lazy("A tournament opens, a round begins, or the tournament ends"),
}


def delivery_rows(hook: Webhook | None) -> list[DeliveryRow]:
    """Return the log of a webhook, the latest first."""
    if hook is None:
        return []
    labels = {key: event.label for key, event in EVENTS.items()}
    if hook.user_id is None:
        labels |= CLUB_EVENT_LABELS if hook.table_id is None else TABLE_EVENT_LABELS
    return [
        DeliveryRow(labels.get(one.event, _("Test")), one)
        for one in webhooks.recent_deliveries(hook)
    ]


@dataclass(frozen=True)
class WebhookPage:
    """The webhook that a page manages: the reader's own, that of a table or that of a club.

    Attributes:
        address: the URL name of the page.
        about: its title, and a sentence about what the webhook receives.
        back: the page to which it leads back, and the name of that page.
        find: returns the webhook, if there is one.
        keep: sets a webhook of a kind and an address.
        remove: removes the webhook.
        key: the key of the table or club; "" for one's own webhook.
        can_set: whether a webhook can be set there now.
    """

    address: str
    about: tuple[str, str]
    back: tuple[str, str]
    find: Callable[[], Webhook | None]
    keep: Callable[[str, str], Webhook]
    remove: Callable[[], None]
    key: str = ""
    can_set: bool = True

    def at(self, name: str) -> str:
        """The address of the page, or of an action on it ("test_", "remove_")."""
        return reverse(f"games:{name}{self.address}", args=[self.key] if self.key else [])


def _personal_page(request: HttpRequest) -> WebhookPage:
    user = authenticated_user(request)
    about = _("My webhook"), _("We send the notifications you choose to an address you choose.")
    return WebhookPage(
        "webhook",
        about,
        (reverse("games:notification_settings"), _("Notification settings")),
        lambda: webhooks.get_personal(user),
        lambda kind, url: webhooks.set_personal(user, kind, url),
        lambda: webhooks.remove_personal(user),
    )


def _table_page(request: HttpRequest, key: str) -> WebhookPage:
    user = authenticated_user(request)
    table = _get_hosted_table(request, key)
    about = (
        _("Webhook of this table"),
        _(
            "We send the start, each turn and the result of the match to an address "
            "you choose. Everyone at the table can see the program and its host."
        ),
    )
    return WebhookPage(
        "table_webhook",
        about,
        (table.get_absolute_url(), table.title),
        lambda: webhooks.get_for_table(key),
        lambda kind, url: webhooks.set_for_table(key, user, kind, url),
        lambda: webhooks.remove_from_table(key, user),
        key,
        table.status in (Table.Status.OPEN, Table.Status.RUNNING),
    )


def _club_page(request: HttpRequest, key: str) -> WebhookPage:
    user = authenticated_user(request)
    club = get_club_for_leader(key, user).club
    about = (
        _("Webhook of this club"),
        _(
            "We send new tables, results and new members of the club to an address "
            "you choose. Every member can see the program and its host."
        ),
    )
    return WebhookPage(
        "club_webhook",
        about,
        (club.get_absolute_url(), club.name),
        lambda: webhooks.get_for_club(key),
        lambda kind, url: webhooks.set_for_club(key, user, kind, url),
        lambda: webhooks.remove_from_club(key, user),
        key,
    )


def _get_hosted_table(request: HttpRequest, key: str) -> Table:
    """Return the table if the reader hosts it.

    Raises:
        Http404: there is no such table.
        ActionError: the reader is not its host.
    """
    table = Table.objects.defer("state").filter(key=key).first()
    if table is None or not is_visible_to(table, request.user):
        raise Http404(_("There is no such table."))
    webhooks.check_host(table, authenticated_user(request))
    return table


# Builds each kind of page. The key is the URL name of the page that refused readers are sent to.
PAGES: dict[str, Callable[..., WebhookPage]] = {
    "webhook": _personal_page,
    "table": _table_page,
    "club": _club_page,
}


def _with_page(
    view: Callable[[HttpRequest, WebhookPage], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Wrap a view that all kinds of webhooks share: `of` is the kind, `key` says which one."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, of: str, **key: str) -> HttpResponse:
        with refusal_as_message(request, but=NotFound):
            return view(request, PAGES[of](request, **key))
        return redirect(f"games:{of}", *key.values())

    return answer


@never_cache
@sensitive_post_parameters("url")
@_with_page
@sensitive_variables("hook", "form")
def webhook_page(request: HttpRequest, place: WebhookPage) -> HttpResponse:
    """Show a webhook and its log; a POST sets another one."""
    form = WebhookForm(request.POST or None)
    hook, secret = place.find(), ""
    if request.method == "POST" and form.is_valid():
        hook = place.keep(form.cleaned_data["kind"], form.cleaned_data["url"])
        secret = hook.secret
        if not secret:
            messages.success(request, _("Webhook saved. Test it now."))
            return redirect(place.at(""))
        form = WebhookForm()
    context = {
        "place": place,
        "hook": hook,
        "secret": secret,
        "form": form,
        "log": delivery_rows(hook),
        "test_at": place.at("test_"),
        "remove_at": place.at("remove_"),
    }
    return render(request, "games/notifications/webhook.html", context)


@require_POST
@_with_page
def test_webhook(request: HttpRequest, place: WebhookPage) -> HttpResponse:
    """Send a test to the webhook now."""
    hook = place.find()
    if hook is None:
        return redirect(place.at(""))
    with refusal_as_message(request):
        done = webhooks.send_test(hook, authenticated_user(request))
        if done.problem:
            messages.error(request, _("The test failed: %(reason)s") % {"reason": done.problem})
        else:
            text = _("The test was delivered. The answer was %(status)d.")
            messages.success(request, text % {"status": done.status})
    return redirect(place.at(""))


@require_POST
@_with_page
def remove_webhook(request: HttpRequest, place: WebhookPage) -> HttpResponse:
    """Remove the webhook."""
    place.remove()
    messages.success(request, _("Webhook removed."))
    return redirect(place.back[0])
