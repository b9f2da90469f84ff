"""Static files as they are kept: by the checksum of what is in them, packed once."""

from __future__ import annotations

from typing import Any

import brotli  # type: ignore[import-untyped]
import rjsmin  # type: ignore[import-untyped]
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile, File
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

BROTLI_QUALITY = 10  # a third of the time of 11, for three hundredths more bytes
VENDOR = "vendor/"  # comes as small as its makers made it, with their licence in its head


class BrotliCompressor(Compressor):
    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=BROTLI_QUALITY))


def minify_script(script: str) -> str:
    """A script as browsers get it: comments, types among them, and spaces are for people.

    >>> minify_script("/** @type {Box} */\\nconst box = [1, 2]; // in units")
    'const box=[1,2];'
    """
    return str(rjsmin.jsmin(script))


class UrlCacheMixin(StaticFilesStorage):
    """Says where each file is to be asked for, which every page does dozens of times; that is made
    out once. (No file goes elsewhere while a process serves.)"""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, *args: Any) -> str:
        found = self._addresses.get(name)
        if found is None:
            found = self._addresses[name] = super().url(name, *args)
        return found


class HashedStaticFilesStorage(UrlCacheMixin, CompressedManifestStaticFilesStorage):
    """Only names with a checksum are served, so only these are packed and kept."""

    keep_only_hashed_files = True

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return BrotliCompressor(**kwargs)

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith(".js") and not name.startswith(VENDOR):
            content.seek(0)  # its checksum may have been taken
            content = ContentFile(minify_script(content.read().decode()).encode())
        return str(super()._save(name, content))
