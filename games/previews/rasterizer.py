"""SVG painted as PNG: one at a time for a web process, so that pages have its other threads."""

from __future__ import annotations

import subprocess  # of this site's own program
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
PROCESS_FILE = HERE / "rasterizer_process.py"
FONTS = sorted(str(font) for font in (HERE / "fonts").glob("*.ttf"))
LONGEST = 10.0  # seconds for which one is painted

_lock = threading.Lock()


class RasterizerBusyError(Exception):
    """Another is being painted: later."""


class RasterizerError(Exception):
    """It could not be painted."""


def rasterize(svg: str) -> bytes:
    """A drawing that stands alone, painted.

    Raises:
        RasterizerBusyError: another is being painted.
        Failed: this one cannot be painted.
    """
    if not _lock.acquire(blocking=False):
        raise RasterizerBusyError
    try:
        painted = subprocess.run(  # our own file; the drawing goes in as text
            [sys.executable, "-I", str(PROCESS_FILE), *FONTS],
            input=svg.encode(),
            capture_output=True,
            timeout=LONGEST,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise RasterizerError(getattr(error, "stderr", b"") or str(error)) from error
    finally:
        _lock.release()
    return painted.stdout
