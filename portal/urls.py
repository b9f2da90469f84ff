"""The root URL configuration."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.passkey_views import PasskeyReauthenticateView
from accounts.sign_ins import sign_ins
from games.api.deprecation import OldPaths
from portal.health import healthz, healthz_web
from portal.metrics import metrics
from portal.views import design, favicon, manifest, offline, service_worker, style, touch_icon

#: What iOS asks a site for, without and with the size of a phone's or a tablet's icon.
TOUCH_ICONS = [
    f"apple-touch-icon{size}{precomposed}.png"
    for size in ("", "-120x120", "-152x152", "-167x167", "-180x180")
    for precomposed in ("", "-precomposed")
]

urlpatterns = [
    path("", include("games.urls")),  # first, because most requests are for a table
    path("", include("games.lobby.home.urls")),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("favicon.ico", favicon, name="favicon"),
    *(path(name, touch_icon) for name in TOUCH_ICONS),
    path("service-worker.js", service_worker, name="service_worker"),
    path("offline/", offline, name="offline"),
    path("accounts/sessions/", sign_ins, name="usersessions_list"),
    path("accounts/", include("allauth.urls")),
    # allauth redirects users with a passkey there for reauthentication.
    path(
        "accounts/passkey/sure/",
        PasskeyReauthenticateView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("", include("accounts.urls")),
    path("api/", include("games.api.urls")),
    path("healthz", healthz, name="healthz"),
    path("healthz/web", healthz_web, name="healthz-web"),
    path("metrics", metrics, name="metrics"),
    path(settings.ADMIN_URL, admin.site.urls),
    path("", include("games.moved_pages")),
    OldPaths(),
]
if settings.DEBUG:
    urlpatterns += [path("design/", design, name="design"), path("style/", style, name="style")]

handler400 = "portal.error_pages.bad_request"
handler403 = "portal.error_pages.permission_denied"
handler404 = "portal.error_pages.not_found"
handler500 = "portal.error_pages.server_error"
