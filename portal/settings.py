"""Django settings, read from the environment; the defaults run a small site in one folder.

`docs/operations/configure.md` lists every variable. DEBUG is for developers; `manage.py serve`
and the container image switch it off.
"""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from portal import performance, social_providers, translations
from portal.http.client_identity import IPV6_PREFIX
from portal.http.static_headers import add_static_headers
from portal.server import (
    embedded_redis,
    private_files,
    push_key,
    secret_key,
    task_queue,
)

env = environ.Env()


def parse_networks(name: str, given: list[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks in an environment variable.

    Raises:
        ImproperlyConfigured: a value is no network.
    """
    try:
        return tuple(map(ip_network, given))
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name}: {error}; networks are written as 192.168.1.0/24,fd12:3456::/32"
        ) from error


BASE_DIR = Path(__file__).resolve().parent.parent
TITLES = BASE_DIR / "games" / "titles"
DATA_DIR = Path(env("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
private_files.make_private_folder(DATA_DIR)

# --- the two modes -------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=True)
HTTPS = env.bool("HTTPS", default=not DEBUG)
SECRET_KEY = env("SECRET_KEY", default="") or secret_key.read(DATA_DIR)
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Production needs one, the same for every process: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    SECRET_KEY = "insecure-development-key"
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
ADMIN_URL = env("ADMIN_URL", default="admin/")
SITE_URL = env("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
# The host name of passkeys. Passkeys for one name do not work under another.
PASSKEY_HOST = env("PASSKEY_HOST", default=urlsplit(SITE_URL).hostname or "")

# --- what is installed ---------------------------------------------------------------------------
SOCIALACCOUNT_PROVIDERS, SIGN_IN_ORIGINS = social_providers.providers_from_environment(env)
SIGN_IN_WITH = [name for name in SOCIALACCOUNT_PROVIDERS if name != "openid_connect"]
INSTALLED_APPS = [
    "portal",
    "accounts",
    "accounts.data_export",
    "games",
    "games.ratings",
    "games.lobby",
    "games.tournaments",
    "games.studies",
    "games.archive",
    "games.announcements",
    "games.alerts",
    "games.club_matches",
    "games.puzzles",
    "games.private_messages",
    "games.move_comments",
    "portal.admin_app.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    *(f"allauth.socialaccount.providers.{name}" for name in SIGN_IN_WITH),
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "csp",
    "django_countries",
]
MIDDLEWARE = [
    "portal.metrics.measure_requests",
    "portal.http.headers.add_security_headers",
    "portal.http.compression.compress_responses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "accounts.idempotency.IdempotencyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.social_login.ProviderErrorMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.guest_access.GuestAccessMiddleware",
    "games.ratings.last_seen.track_last_seen",
    "portal.http.input_validation.StrictRequestMiddleware",
    "portal.error_pages.RefusalMiddleware",
]
# Which replacements in portal/performance/ are off, so that the frameworks' own code runs.
QUICK_OFF = performance.validate_disabled(env.list("QUICK_OFF", default=[]))
ROOT_URLCONF = "portal.urls"
# Fragments that change with moves use Jinja2 (`templates/jinja2/`); pages and mails use Django's.
TEMPLATES = [
    {
        "BACKEND": "games.boards.jinja.JinjaBackend",
        "DIRS": [BASE_DIR / "templates" / "jinja2", TITLES],
        "APP_DIRS": False,
        "NAME": "jinja2",
        "OPTIONS": {"environment": "games.boards.jinja.environment"},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "portal.http.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.table.views.turn_counter.turn_count",
                "games.notifications.outbox.inbox.unread_count",
                "accounts.context_processors.appearance",
                "accounts.context_processors.sign_in_options",
                "accounts.context_processors.site_identity",
                "games.catalog.context_processors.site_games",
                "games.announcements.active.announcement",
            ],
            "builtins": [
                "portal.dates",
                "portal.http.template_builtins",
                "portal.http.form_key",
                "portal.http.script_modules",
            ],
            "libraries": {
                "covers": "games.rulebook.covers",
                "previews": "games.previews.template_tags",
            },
        },
    },
]
FORM_RENDERER = "portal.forms.SiteRenderer"
MESSAGE_STORAGE = "portal.http.messages.DistinctMessageStorage"

# These pages show secrets: set-up keys of second factors, tokens, addresses.
NOT_COMPRESSED = ("/accounts/", "/preferences/", f"/{ADMIN_URL}")

# --- the web process -----------------------------------------------------------------------------
ASGI_APPLICATION = "portal.asgi.application"
WSGI_APPLICATION = "portal.wsgi.application"
WEB_THREADS = env.int("WEB_THREADS", default=4)
MAX_BODY_BYTES = env.int("MAX_BODY_BYTES", default=5 * 1024 * 1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES

# --- database ------------------------------------------------------------------------------------
DATABASES: dict[str, Any] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR}/longtable.sqlite3")
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # A pool suits the threads of a web process; a worker runs one task at a time on one connection.
    DATABASE_POOL = env.int("DATABASE_POOL", default=0)
    options = DATABASES["default"].setdefault("OPTIONS", {})
    # Compiling a statement takes a second, and PostgreSQL does it for cheap ones too, because it
    # overrates the cost of small tables that it has not analyzed yet.
    options["options"] = f"{options.get('options', '')} -c jit=off".strip()
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if DATABASE_POOL:
        from portal.performance import connection_pool

        options["pool"] = connection_pool.pool_options(
            DATABASE_POOL, drains="connection_pool" not in QUICK_OFF
        )
    else:
        DATABASES["default"]["CONN_MAX_AGE"] = 600
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis: live messages, cache, task queue -----------------------------------------------------
# Without REDIS_URL the site has its own server on a socket, which `manage.py serve` starts.
REDIS_URL = env("REDIS_URL", default="") or embedded_redis.url(DATA_DIR)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer"
        if "group_publish" in QUICK_OFF
        else "portal.performance.group_publish.PublishingLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_connect_timeout": 2}]},
    }
}
CACHES = {
    "default": {
        "BACKEND": "portal.cache.FaultTolerantRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "longtable",
        "OPTIONS": {"serializer": "portal.cache.JsonSerializer"},
    }
}

# --- tasks ---------------------------------------------------------------------------------------
# A message only wakes a worker; the database says what is due (games/tasks.py).
CELERY_BROKER_URL = task_queue.broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = task_queue.TRANSPORT_OPTIONS
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_QUEUES = [Queue(name) for name in task_queue.QUEUES]
CELERY_TASK_DEFAULT_QUEUE = task_queue.QUEUES[0]
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_ROUTES = task_queue.ROUTES
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 150
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
# Intervals count from the start of beat; daily tasks check themselves when they are due.
CELERY_BEAT_SCHEDULE = {
    "sweep": task_queue.schedule_entry(2, "games.tasks.sweep"),
    "begin-vacations": task_queue.schedule_entry(60, "games.tasks.begin_vacations"),
    "send-notices": task_queue.schedule_entry(20, "games.tasks.send_notices"),
    "clear-notices": task_queue.schedule_entry(3600, "games.tasks.clear_notices"),
    "close-expired-tables": task_queue.schedule_entry(
        600, "games.lobby.tasks.close_expired_tables"
    ),
    "close-stale-tables": task_queue.schedule_entry(600, "games.tasks.close_stale_tables"),
    "look-at-wishes": task_queue.schedule_entry(10, "games.tasks.look_at_wishes"),
    "look-at-contests": task_queue.schedule_entry(10, "games.tasks.look_at_contests"),
    "settle-agreements": task_queue.schedule_entry(10, "games.tasks.settle_agreements"),
    "look-at-series": task_queue.schedule_entry(60, "games.tasks.look_at_series"),
    "look-at-held": task_queue.schedule_entry(300, "games.tasks.look_at_held"),
    "count-standing": task_queue.schedule_entry(60, "games.tasks.count_standing"),
    "count-statistics": task_queue.schedule_entry(900, "games.tasks.count_statistics"),
    "heartbeat": task_queue.schedule_entry(5, "portal.heartbeat"),
    "spread-absences": task_queue.schedule_entry(10, "games.tasks.spread_absences"),
    "tell-everybody": task_queue.schedule_entry(60, "games.tasks.tell_everybody"),
    "advance-club-matches": task_queue.schedule_entry(60, "games.club_matches.advance_due"),
    "send-alerts": task_queue.schedule_entry(60, "games.alerts.send_due"),
    "create-puzzles": task_queue.schedule_entry(3600, "games.puzzles.create_due"),
    "write-archives": task_queue.schedule_entry(60, "games.tasks.write_archives"),
    "find-hints": task_queue.schedule_entry(3600, "games.tasks.find_hints"),
    "write-dump": task_queue.schedule_entry(600, "games.tasks.write_dump"),
    "withdraw-closed": task_queue.schedule_entry(3600, "games.tasks.withdraw_closed_accounts"),
    "remove-guests": task_queue.schedule_entry(3600, "games.tasks.remove_guests"),
    "clear-sessions": task_queue.schedule_entry(3600, "portal.clear_sessions"),
}
# Connections stay open between tasks; portal/celery.py closes broken ones.
CELERY_DB_REUSE_MAX = 1_000_000_000

# --- people --------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.SiteBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.BoundedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Who may sign up (accounts/signup_policy.py; empty: the owner's setting), networks that may not,
# and the seconds that a person needs at least.
SIGN_UP = env.str("SIGN_UP", default="")
if SIGN_UP not in ("", "open", "approval", "invitation", "closed"):
    raise ImproperlyConfigured("SIGN_UP is one of open, approval, invitation, closed")
REFUSED_NETWORKS = parse_networks("REFUSED_NETWORKS", env.list("REFUSED_NETWORKS", default=[]))
SIGN_UP_SECONDS = env.float("SIGN_UP_SECONDS", default=2)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "accounts.passkeys.MFAAdapter"
MFA_FORMS = {
    "activate_totp": "accounts.forms.ActivateTOTPForm",
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.CodeAgainForm",
}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
SOCIALACCOUNT_ADAPTER = "accounts.social_login.SocialAccountAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.SocialAccountSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False  # everybody chooses a name
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_RATE_LIMITS = {
    "signup": "20/h/ip",
    "login": "30/m/ip",
    # The key is a login name with the device or address of the failures (accounts/adapter.py).
    "login_failed": "10/m/ip,5/300s/key",
    "login_failed_strangers": "50/h/key",
    "passkey": "30/m/ip",
    "first_run": "10/m/ip",
    "try_mail": "5/m/user",
    "reset_password": "20/h/ip,5/h/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "confirm_email": "1/60s/key",
}
# AccountAdapter.get_client_ip returns the address.
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = IPV6_PREFIX

# --- mail ----------------------------------------------------------------------------------------
# smtp+tls://user:password@host:587, consolemail://, or filemail:///folder (the default)
vars().update(env.email("EMAIL_URL", default=f"filemail:///{DATA_DIR}/mail"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Longtable <longtable@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- security ------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'", *SIGN_IN_ORIGINS],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz", r"^metrics$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
METRICS_TOKEN = env("METRICS_TOKEN", default="")

# --- requests to addresses that users type --------------------------------------------------------
WEBHOOKS_MAY_BE_LOCAL = False  # for tests, which have their servers on the loopback
WEBHOOK_NETWORKS = parse_networks("WEBHOOK_NETWORKS", env.list("WEBHOOK_NETWORKS", default=[]))
# The LibreTranslate site that translates messages of chats on request; none without an address.
TRANSLATION_URL = env("TRANSLATION_URL", default="").rstrip("/")
TRANSLATION_KEY = env("TRANSLATION_KEY", default="")
TRANSLATION_NETWORKS = parse_networks(  # which are not public; it is often on the same machine
    "TRANSLATION_NETWORKS",
    [
        *("127.0.0.0/8", "::1/128", "fc00::/7"),
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
    ],
)
TRANSLATIONS_PER_PERSON, TRANSLATIONS_PER_SITE = 30, 300  # in an hour
# Without a key, no device gets push notifications.
PUSH_KEY = env("PUSH_KEY", default="") or push_key.read(DATA_DIR)
if PUSH_KEY and not push_key.is_key(PUSH_KEY):
    raise ImproperlyConfigured("PUSH_KEY is not a key of P-256: 32 bytes in base64url")

# --- API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.request_data.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.ScopedSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.throttles.AnonymousThrottle",
        "games.api.throttles.PersonThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env("API_RATE_ANONYMOUS", default="60/min"),
        "user": env("API_RATE_PERSON", default="600/min"),
    },
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "EXCEPTION_HANDLER": "games.api.errors.handle_api_error",
    # Times stay in UTC instead of the time zone of the session.
    "DATETIME_FORMAT": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Longtable",
    "DESCRIPTION": (
        "Tables, matches and ratings, by the same rules as the pages.\n\n"
        "A POST may carry the header `Idempotency-Key`: a text of your choice, for example a UUID. "
        "A call that is repeated with the same key is done once. The second one gets the response "
        "of the first, with the header `Idempotent-Replayed: true`. A key is valid for a day. "
        "With another body or path, the response is 422 (`key_reused`). While the first call is "
        "running, the second one waits for up to 20 seconds, then gets 409 (`in_progress`). A "
        "call that was refused has done nothing: you can use its key again."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api",
    "PREPROCESSING_HOOKS": ["games.api.deprecation.add_old_endpoints"],
    "ENUM_NAME_OVERRIDES": {
        "VisibilityEnum": "games.models.Table.Visibility",
        "VisibilityInputEnum": ["public", "link", "circle"],
        "WebhookKindEnum": ["discord", "slack", "matrix", "json"],
        "ClubMatchStateEnum": "games.club_matches.models.ClubMatch.State",
        "AlertKindEnum": "games.alerts.models.Alert.Kind",
        "ProposalKindEnum": "games.models.Proposal.Kind",
        "TranslatedEnum": "games.api.translation_views.MESSAGE_KINDS",
        "ReportedEnum": "games.api.report_views.REPORTABLE_KINDS",
        "ReportKindEnum": "games.api.report_views.KINDS",
        "DecisionEnum": "games.api.moderation_views.DECISIONS",
        "ContestStateEnum": "games.tournaments.api.tournament_views.STATES",
        "ContestEntryStateEnum": "games.tournaments.api.tournament_views.ENTRY_STATES",
    },
}

# --- language and time ---------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
translations.compile_outdated([*LOCALE_PATHS, *TITLES.glob("*/locale")])
FORMAT_MODULE_PATH = "portal.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files --------------------------------------------------------------------------------
# In production: names with checksums and compressed copies, made once per content
# (`manage.py prepare`), which takes half a second.
STATIC_URL = "static/"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    *((f"titles/{path.parent.name}", path) for path in sorted(TITLES.glob("*/static"))),
]
STATIC_ROOT = Path(env("STATIC_ROOT", default=str(DATA_DIR / "static")))
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o755  # for static files; nobody uploads files
if DEBUG:
    STATIC_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
else:
    STATIC_STORAGE = "portal.http.static_files.HashedStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}
WHITENOISE_ADD_HEADERS_FUNCTION = add_static_headers
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG

# --- log -----------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Otherwise every missing page and refused form is logged.
        "django.request": {"level": "ERROR"},
        # Otherwise starts, stops and every WebSocket are logged.
        "uvicorn.error": {"level": "WARNING"},
        "celery": {"level": env("CELERY_LOG_LEVEL", default="WARNING")},
    },
}
