"""SVG painted as PNG: one at a time for a web process, so that no page waits for pictures."""

from __future__ import annotations

import subprocess  # of this site's own program
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
PAINTER = HERE / "painter.py"
FONTS = sorted(str(font) for font in (HERE / "fonts").glob("*.ttf"))
LONGEST_QUEUE = 2.0  # seconds for which a picture waits for the one before it
LONGEST = 10.0  # seconds for which one is painted

_one = threading.Lock()


class Busy(Exception):
    """Others are being painted: later."""


class Failed(Exception):
    """It could not be painted."""


def png(svg: str) -> bytes:
    """A drawing that stands alone, painted.

    Raises:
        Busy: too many are asked for.
        Failed: this one cannot be painted.
    """
    if not _one.acquire(timeout=LONGEST_QUEUE):
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
