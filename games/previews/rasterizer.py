"""Renders SVG as PNG, one at a time per web process, so that its other threads serve pages."""

from __future__ import annotations

import subprocess  # runs only this site's own program
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
PROCESS_FILE = HERE / "rasterizer_process.py"
FONTS = sorted(str(font) for font in (HERE / "fonts").glob("*.ttf"))
LONGEST = 10.0  # seconds for one picture

_lock = threading.Lock()


class RasterizerBusyError(Exception):
    """Another picture is being rendered; try again later."""


class RasterizerError(Exception):
    """The picture could not be rendered."""


def rasterize(svg: str) -> bytes:
    """Render a standalone SVG as PNG.

    Raises:
        RasterizerBusyError: another picture is being rendered.
        RasterizerError: this picture cannot be rendered.
    """
    if not _lock.acquire(blocking=False):
        raise RasterizerBusyError
    try:
        painted = subprocess.run(  # our own file; the drawing is passed as text
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
