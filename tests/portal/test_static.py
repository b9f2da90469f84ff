"""Static files as they are served for real: every reference is there, every name has a checksum."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.templatetags.static import static

from games.management.commands.prepare import static_fingerprint
from portal.http import script_modules
from portal.http.static_files import minify_script

pytestmark = pytest.mark.same_everywhere


def test_every_reference_in_static_files_leads_somewhere(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "portal.http.static_files.HashedStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    manifest: dict[str, str] = staticfiles_storage.hashed_files  # type: ignore[attr-defined]
    assert manifest
    some = next(name for name in manifest if name.endswith(".css"))
    assert static(some) != f"/static/{some}"
    kept = tmp_path / manifest[some]
    content = kept.read_bytes()
    assert gzip.decompress(kept.with_name(f"{kept.name}.gz").read_bytes()) == content
    assert brotli.decompress(kept.with_name(f"{kept.name}.br").read_bytes()) == content
    assert not (tmp_path / some).exists()  # nothing is kept that no page asks for
    script = (tmp_path / manifest["js/map-view.js"]).read_text()
    assert script == minify_script(Path(settings.BASE_DIR, "static/js/map-view.js").read_text())
    page = (tmp_path / manifest["js/table-page.js"]).read_text()
    for imported in ("js/table.js", "js/lazy/log.js"):
        assert f'"./{manifest[imported].removeprefix("js/")}"' in page
    title = next(name for name in manifest if name.startswith("titles/") and name.endswith(".js"))
    for imported in script_modules.imports_of(title):
        assert f'/{manifest[imported]}"' in (tmp_path / manifest[title]).read_text()


def test_a_changed_file_is_noticed(tmp_path: Path, settings: Any) -> None:
    settings.STATICFILES_DIRS = [tmp_path]
    (tmp_path / "a.css").write_text("a {}")
    before = static_fingerprint()
    assert static_fingerprint() == before
    (tmp_path / "a.css").write_text("b {color: red}")
    assert static_fingerprint() != before
