"""A page that says which pieces it has gets the same page from stubs as it would get whole."""

from __future__ import annotations

import pytest

from games.boards import page_chunks

LONG = "a line that is long enough to be worth a mark of its own and a stub in its place. " * 2


@pytest.mark.parametrize(
    "html",
    [
        f"<li>{LONG}</li>",
        f"<div class='x'><div>{LONG}</div><div></div></div>",
        f'<section title="a > b">{LONG}</section>',
        f"<g><g><path d='M0 0'/></g><text>{LONG}</text></g>",
        f"<image href='{LONG}'/>",
        f"\n  <tr>\n<td>{LONG}</td></tr> \n",
    ],
)
def test_one_element_is_a_piece_and_comes_back_from_its_stub(html: str) -> None:
    piece = page_chunks.parse_chunk(html)
    assert piece is not None
    whole = f"<main>{piece.html(page_chunks.NO_HASHES)}</main>"
    assert whole.replace(f' data-h="{piece.hash}"', "") == f"<main>{html}</main>"
    assert [found[0] for found in page_chunks.find_chunks(whole)] == [piece.hash]
    sent = f"<main>{piece.html(frozenset([piece.hash]))}</main>"
    assert sent == page_chunks.replace_with_stubs(whole, frozenset([piece.hash]))
    assert LONG not in sent
    assert page_chunks.fill_stubs(whole, sent) == whole


@pytest.mark.parametrize(
    "html",
    [
        f"<li>{LONG}</li><li>{LONG}</li>",
        f"text before <b>{LONG}</b>",
        f"<b>{LONG}</b> text behind",
        f"<div>{LONG}",
        LONG,
        "<b>short</b>",
    ],
)
def test_what_is_not_one_long_element_is_always_sent(html: str) -> None:
    assert page_chunks.parse_chunk(html) is None


def test_pieces_differ_in_their_hash_where_they_differ_at_all() -> None:
    one, other = (
        page_chunks.parse_chunk(f"<b>{LONG}.</b>"),
        page_chunks.parse_chunk(f"<b>{LONG}!</b>"),
    )
    assert one is not None
    assert other is not None
    assert one.hash != other.hash
    assert one == page_chunks.parse_chunk(f"<b>{LONG}.</b>")


@pytest.mark.parametrize(
    "header", ["", "a,b", "x" * 9, "abcdefg\n", "ａbcdefgh", ",", "abcdefgh," * 800]
)
def test_what_cannot_be_read_means_that_the_page_has_nothing(header: str) -> None:
    assert page_chunks.parse_hashes(header) == page_chunks.NO_HASHES


def test_what_a_page_has_is_read() -> None:
    assert page_chunks.parse_hashes("abcdefgh, 0_-00000") == {"abcdefgh", "0_-00000"}
