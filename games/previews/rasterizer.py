"""SVG painted as PNG: one at a time for a web process, so that pages have its other threads."""

from __future__ import annotations

import subprocess  # of this site's own program
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
PAINTER = HERE / "painter.py"
FONTS = sorted(str(font) for font in (HERE / "fonts").glob("*.ttf"))
LONGEST = 10.0  # seconds for which one is painted

_one = threading.Lock()


class Busy(Exception):
    """Another is being painted: later."""


class Failed(Exception):
    """It could not be painted."""


def png(svg: str) -> bytes:
    """A drawing that stands alone, painted.

    Raises:
        Busy: another is being painted.
        Failed: this one cannot be painted.
    """
    if not _one.acquire(blocking=False):
        raise Busy
    try:
        painted = subprocess.run(  # our own file; the drawing goes in as text
            [sys.executable, "-I", str(PAINTER), *FONTS],
            input=svg.encode(),
            capture_output=True,
            timeout=LONGEST,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise Failed(getattr(error, "stderr", b"") or str(error)) from error
    finally:
        _one.release()
    return painted.stdout
