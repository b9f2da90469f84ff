"""The site's settings for the tests: a data folder of their own, cheap passwords.

Redis is at an address where nothing listens until the fixture `redis_server` starts one there:
the bundled server, or the program that TEST_REDIS_SERVER names.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.requirements import free_port

_FOLDER = Path(tempfile.mkdtemp(prefix="longtable-test-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ["DATA_DIR"] = str(_FOLDER)
os.environ["SECRET_KEY"] = "only-for-tests-" + "0123456789abcdefghij" * 3
os.environ["PUSH_KEY"] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
os.environ["DEBUG"] = "False"
os.environ["HTTPS"] = "False"
os.environ["SIGN_UP_SECONDS"] = "0"  # tests fill forms in at once
os.environ.pop("EMAIL_URL", None)
os.environ.pop("REDIS_URL", None)
if os.environ.get("TEST_REDIS_SERVER"):
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}/0"

from portal.settings import *  # noqa: E402, F403
from portal.settings import DATABASES, PASSWORD_HASHERS, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]
STORAGES["staticfiles"] = {"BACKEND": "portal.http.static_files.UrlCacheMixin"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: the processes of a live site open the same database.
    _DATABASE = _FOLDER / "test.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(_DATABASE)}
    if _EMPTY := os.environ.get("TEST_SQLITE_TEMPLATE"):
        # pytest-django adds the name of a worker (pytest -n)
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        shutil.copyfile(_EMPTY, f"{_DATABASE}_{worker}" if worker else _DATABASE)
else:
    # One for each process, whatever runs beside it.
    DATABASES["default"]["TEST"] = {
        "NAME": f"test_longtable_{os.getpid()}",
        "TEMPLATE": os.environ.get("TEST_POSTGRES_TEMPLATE"),
    }
