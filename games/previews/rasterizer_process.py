"""Renders one SVG from standard input as PNG to standard output; `rasterizer.py` runs it.

It is a process of its own because the library holds the GIL while it renders, and a web process
must serve pages meanwhile. It imports nothing of the site, so that it starts quickly.
"""

import os
import sys

import resvg_py


def main(*fonts: str) -> None:
    os.nice(10)
    svg = sys.stdin.buffer.read().decode()
    painted = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts))
    sys.stdout.buffer.write(bytes(painted))


if __name__ == "__main__":
    main(*sys.argv[1:])
