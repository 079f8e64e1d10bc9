"""Settings, all of them from the environment; the defaults run a demo on one machine.

Variables: ``DATABASE_URL``, ``REDIS_URL``, ``CELERY_BROKER_URL``, ``SECRET_KEY``, ``DEBUG``,
``ALLOWED_HOSTS``, ``SITE_URL``, ``EMAIL_URL``, ``DEFAULT_FROM_EMAIL``, ``VAR_DIR``,
``TRUST_PROXY``, ``EMAIL_VERIFICATION``, ``LOG_LEVEL``, ``CSRF_TRUSTED_ORIGINS``, ``DB_POOL_SIZE``,
``UNHASHED_STATIC``. ``docs/deploy.md`` explains each.
"""

import os
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))


def _flag(name: str, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value in {"", "1", "true", "yes", "on", "0", "false", "no", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    raise ImproperlyConfigured(f"{name} is {value!r}: use 1 or 0.")


def _list(name: str, default: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


DEBUG = _flag("DEBUG", False)
SITE_URL = os.environ.get("SITE_URL", "http://localhost:8000").rstrip("/")
ALLOWED_HOSTS = _list("ALLOWED_HOSTS", f"{urlsplit(SITE_URL).hostname},127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _list("CSRF_TRUSTED_ORIGINS", SITE_URL)


def _secret_key() -> str:
    """The key from the environment, or one made once and kept in ``VAR_DIR`` (one machine only)."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    path = VAR_DIR / "secret_key"
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(os.urandom(48).hex())
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = _secret_key()

INSTALLED_APPS = [
    "organizer",
    "gameplay",
    "deckcheck",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "template_partials",
    "lucide",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
INSTALLED_APPS.append("django.forms")

# --- storage -------------------------------------------------------------------------------------
DATABASE_URL = os.environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'hourglass.sqlite3'}")
DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    # One writer at a time, readers never wait: measured against "database is locked" under load.
    DATABASES["default"]["ENGINE"] = "config.sqlite"
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            "PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728;"
        ),
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # One pool per process: request threads and the readers of live streams borrow from it.
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": int(os.environ.get("DB_POOL_SIZE", "16")), "timeout": 10}
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if DEBUG or _flag("UNHASHED_STATIC", False):
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    WHITENOISE_USE_FINDERS = True
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    WHITENOISE_AUTOREFRESH = True

# --- accounts ------------------------------------------------------------------------------------
AUTH_USER_MODEL = "organizer.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
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
ACCOUNT_ADAPTER = "organizer.interfaces.accounts.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "organizer.interfaces.accounts.SignupForm"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = os.environ.get("EMAIL_VERIFICATION", "mandatory")
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_PREVENT_ENUMERATION = True
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Hourglass"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = SITE_URL.startswith("http://localhost")
USERSESSIONS_TRACK_ACTIVITY = False
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"


def _email_settings(url: str) -> dict[str, object]:
    """Django's mail settings from ``smtp://user:password@host:587/?tls=1``, ``file:PATH`` or ``console:``."""
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme == "file":
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": parts.path,
        }
    if parts.scheme in {"smtp", "smtps"}:
        query = parse_qs(parts.query)
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": parts.hostname or "localhost",
            "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 25),
            "EMAIL_HOST_USER": unquote(parts.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
            "EMAIL_USE_SSL": parts.scheme == "smtps",
            "EMAIL_USE_TLS": query.get("tls", ["0"])[0] == "1",
        }
    raise ImproperlyConfigured(f"EMAIL_URL is {url!r}: use smtp://…, smtps://…, file:/path or console:")


globals().update(_email_settings(os.environ.get("EMAIL_URL", f"file:{VAR_DIR / 'mail'}")))
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Hourglass <hourglass@localhost>")

# --- security ------------------------------------------------------------------------------------
if _flag("TRUST_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
_https = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = False
# The proxy sends plain requests on to TLS; subdomains and browsers' preload lists are the operator's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_HSTS_SECONDS = 31536000 if _https else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "object-src": [NONE],
    }
}

# --- time and language ---------------------------------------------------------------------------
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

# --- API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "120/min", "user": "600/min"},
}
if _flag("TRUST_PROXY", False):
    REST_FRAMEWORK["NUM_PROXIES"] = 1
SPECTACULAR_SETTINGS = {
    "TITLE": "Hourglass API",
    "DESCRIPTION": "Events, rounds, pairings and standings; cards, formats and decks.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- background work -----------------------------------------------------------------------------
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", REDIS_URL or "memory://localhost/")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_DEFAULT_QUEUE = "default"
# Short and prompt; never waits behind a PDF.
CELERY_TASK_ROUTES = {"gameplay.clocks.*": {"queue": "clocks"}}
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
if CELERY_BROKER_URL.startswith("memory:"):
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"polling_interval": 0.02}
else:
    # A task of a killed worker comes back after the timeout and a sweep; the sweep's defaults are slow.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 10,
        "socket_keepalive": True,
        "health_check_interval": 25,
        "global_keyprefix": "hourglass:",
    }
# What is due is a row in the database; these sweeps find it, whatever became of a queued hint.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # in memory: when a sweep last ran is worth no file
CELERY_BEAT_SCHEDULE = {
    "confirm-overdue-reports": {
        "task": "organizer.confirm_overdue_reports",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "lock-decklists": {
        "task": "organizer.lock_decklists",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "remind-of-decklists": {
        "task": "organizer.remind_of_decklists",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
}

# --- live updates --------------------------------------------------------------------------------
# Open streams at most: in one process, of one signed-in user, of one address where nobody is signed in
# (a whole venue may share one).
LIVE_CONNECTIONS = 8000
LIVE_PER_USER = 20
LIVE_PER_ADDRESS = 2000

# --- logs ----------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "celery.worker.control": {"level": "ERROR"},  # says at each stop of the embedded worker that it stops
    },
}
