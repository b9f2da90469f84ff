"""Storage of static files: names with a checksum, minified scripts, compressed once."""

from __future__ import annotations

from typing import Any

import brotli  # type: ignore[import-untyped]
import rjsmin  # type: ignore[import-untyped]
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile, File
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

BROTLI_QUALITY = 10  # a third of the time of 11, for 3 % more bytes
VENDOR = "vendor/"  # minified by its authors, with the licence at the top


class BrotliCompressor(Compressor):
    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=BROTLI_QUALITY))


def minify_script(script: str) -> str:
    """Return a script without comments and unneeded spaces.

    >>> minify_script("/** @type {Box} */\\nconst box = [1, 2]; // in units")
    'const box=[1,2];'
    """
    return str(rjsmin.jsmin(script))


class UrlCacheMixin(StaticFilesStorage):
    """Cache the URL of each file, which every page needs dozens of times.

    URLs do not change while a process runs.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, *args: Any) -> str:
        found = self._addresses.get(name)
        if found is None:
            found = self._addresses[name] = super().url(name, *args)
        return found


class HashedStaticFilesStorage(UrlCacheMixin, CompressedManifestStaticFilesStorage):
    """Compress and keep only files with a checksum in the name, since no others are served."""

    keep_only_hashed_files = True
    support_js_module_import_aggregation = True
    max_post_process_passes = 10  # a chain of imports needs one for each module

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return BrotliCompressor(**kwargs)

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith(".js") and not name.startswith(VENDOR):
            content.seek(0)  # computing the checksum may have read it
            content = ContentFile(minify_script(content.read().decode()).encode())
        return str(super()._save(name, content))
