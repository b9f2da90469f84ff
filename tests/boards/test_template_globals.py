"""What templates of a title look up by key is in the reader's language, and text once compiled."""

from __future__ import annotations

import pytest
from django.utils import translation

from games import registry
from games.boards import presenter
from games.boards.template_globals import symbol_address, template_globals

from .title_templates import KEY, TABLE, THING, WORD, environment, render


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_are_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        wanted = str(presenter(KEY).names[THING])
        assert render(f'{{{{ name("{THING}") }}}}') == wanted
        assert render("{{ name(key) }}", key=THING) == wanted


def test_a_name_with_a_capital() -> None:
    assert render('{{ Name("left_shoe") }}') == "Left shoe"


def test_what_has_no_name_is_called_by_its_key() -> None:
    assert render('{{ name("left_shoe") }}') == "left shoe"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_tables_of_words_are_texts(language: str) -> None:
    with translation.override(language):
        wanted = str(presenter(KEY).template_words[TABLE][WORD])
        assert render(f'{{{{ words.{TABLE}["{WORD}"] }}}}') == wanted
        assert render(f"{{{{ words.{TABLE}[key] }}}}", key=WORD) == wanted


def test_pictures_have_the_address_of_their_sprite() -> None:
    html = render(f'{{{{ icon("{THING}", "large", piece=True) }}}}')
    address = symbol_address(KEY, THING)
    assert html == (
        f'<svg class="icon large" data-piece aria-hidden="true"><use href="{address}"/></svg>'
    )


def test_a_picture_with_a_meaning_has_a_label() -> None:
    html = render(f'{{{{ icon("{THING}", label="<b>") }}}}')
    assert 'role="img" aria-label="&lt;b&gt;"' in html


def test_a_picture_that_no_sprite_has_is_an_error() -> None:
    with pytest.raises(KeyError):
        render('{{ icon("submarine") }}')


def test_constant_keys_are_text_in_the_compiled_template() -> None:
    source = f'{{{{ words.{TABLE}["{WORD}"] }}}}{{{{ icon("{THING}") }}}}{{{{ tip("{THING}") }}}}'
    code = environment().compile(source, raw=True)
    assert "<svg class=" in code
    assert "data-rules-tip" in code
    assert "resolve(" not in code


def test_a_name_that_a_template_binds_is_its_own() -> None:
    source = '{% macro icon(name) %}<b>{{ name }}</b>{% endmacro %}{{ icon("corn") }}'
    assert render(source) == "<b>corn</b>"


def test_templates_of_the_site_have_its_pictures() -> None:
    assert "img/icons.svg#trash" in template_globals("games")["icon"]("trash")


@pytest.mark.parametrize("key", registry.title_folders())
def test_every_table_of_words_can_be_read(key: str) -> None:
    words = template_globals(key)["words"]
    for table in presenter(key).template_words:
        assert getattr(words, table)
