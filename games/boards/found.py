"""What a title's folder holds for its pages: being there is all it takes to be used."""

from __future__ import annotations

from games import titles

from .base import Presenter

# what a presenter calls its templates, and their files
PARTS = {
    "template": "board.html",
    "cover": "cover.html",
    "dock": "dock.html",
    "seat": "seat.html",
    "glimpse": "glimpse.html",
}


def furnish(show: Presenter) -> None:
    """Give a presenter the templates, stylesheets and scripts that lie in its title's folder."""
    key = show.game.key
    folder = titles.folders().get(key)
    if folder is None:
        return
    for part, name in PARTS.items():
        if (folder / "templates" / name).is_file():
            setattr(show, part, f"{key}/templates/{name}")
    static, kind = folder / "static", type(show)
    show.stylesheets = (
        *kind.stylesheets,
        *(f"titles/{key}/{path.name}" for path in sorted(static.glob("*.css"))),
    )
    show.scripts = (
        *kind.scripts,
        *(f"titles/{key}/{path.name}" for path in sorted(static.glob("*.js"))),
    )
