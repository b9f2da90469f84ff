"""Paints one SVG from standard input as PNG to standard output: run by `painting.py`.

A process of its own: the library holds the interpreter while it paints, and a web process has
pages to answer meanwhile. It knows nothing of the site, so that it starts at once.
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
