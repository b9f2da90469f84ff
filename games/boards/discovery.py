"""Discovery of a title's templates and static files: a file is used because it exists."""

from __future__ import annotations

from games import registry

from .base import Presenter

# attributes of a presenter for templates, and the file names
TEMPLATE_FILES = {
    "template": "board.html",
    "cover": "cover.html",
    "dock": "dock.html",
    "seat": "seat.html",
    "thumbnail": "thumbnail.html",
}


def attach_files(show: Presenter) -> None:
    """Give a presenter the templates, stylesheets and scripts of its title's folder."""
    key = show.game.key
    folder = registry.title_folders().get(key)
    if folder is None:
        return
    for part, name in TEMPLATE_FILES.items():
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
