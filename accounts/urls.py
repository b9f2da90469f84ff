"""URLs of accounts; allauth serves sign-up and sign-in below /accounts/."""

from django.urls import path

from . import passkey_views, views
from .site import views as site

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("keys/", views.keyboard_shortcuts, name="keys"),
    path("preferences/tokens/", views.tokens, name="tokens"),
    path("preferences/tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("preferences/delete/", views.delete_own_account, name="delete"),
    path("preferences/passkeys/", passkey_views.passkey_list, name="passkeys"),
    path(
        "preferences/passkeys/<int:pk>/remove/", passkey_views.remove_passkey, name="remove_passkey"
    ),
    path("preferences/invite/", views.invite, name="invite"),
    path("accounts/waiting/", views.approval_pending, name="waiting"),
    path("accounts/keep/", views.guest_upgrade, name="keep"),
    path("accounts/passkey/", passkey_views.passkey_sign_in, name="passkey"),
    path("accounts/passkey/options/", passkey_views.passkey_options, name="passkey_options"),
    path("language/", views.set_language, name="language"),
    path("theme/", views.set_theme, name="theme"),
    path("site/", site.site_settings, name="site"),
    path("site/first-run/", site.first_run, name="first_run"),
    path("site/warnings/<slug:key>/hide/", site.hide_warning, name="hide_warning"),
    path("site/mail/", site.mail_test, name="try_mail"),
    path("site/picture/<slug:name>.png", site.site_picture, name="site_picture"),
]
