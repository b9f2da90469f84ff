"""What a title's folder holds for its pages: being there is all it takes to be used."""

from __future__ import annotations

from games import titles

from .base import Presenter


def furnish(show: Presenter) -> None:
    """Give a presenter the templates, stylesheets and scripts that lie in its title's folder."""
    key = show.game.key
    folder = titles.folders().get(key)
    if folder is None:
        return
    if (folder / "templates" / "board.html").is_file():
        show.template = f"{key}/templates/board.html"
    if (folder / "templates" / "cover.html").is_file():
        show.cover = f"{key}/templates/cover.html"
    static, kind = folder / "static", type(show)
    show.stylesheets = (
        *kind.stylesheets,
        *(f"titles/{key}/{path.name}" for path in sorted(static.glob("*.css"))),
    )
    show.scripts = (
        *kind.scripts,
        *(f"titles/{key}/{path.name}" for path in sorted(static.glob("*.js"))),
    )
