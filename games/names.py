"""Default names of tables and bots, and checks of the names that users give.

Default names are derived from a table's key, so everybody sees the same ones and nothing is stored.
Adding, removing or moving a word would rename running tables, so the lists must not change.
"""

from __future__ import annotations

import functools
import unicodedata
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _

from portal.translation_cache import get_language
from portal.user_text import has_too_many_marks

LONGEST = 40
MAX_LOCAL_LENGTH = 20  # for hot-seat players: the longest name of a user
CACHE_SIZE = 4096  # tables whose words a process caches

ADJECTIVES = {
    "Brave": "勇敢な",
    "Breezy": "さわやかな",
    "Calm": "落ち着いた",
    "Cheerful": "ほがらかな",
    "Clever": "かしこい",
    "Cosy": "ぬくぬくの",
    "Curious": "知りたがりの",
    "Daring": "大胆な",
    "Diligent": "働き者の",
    "Dreamy": "夢見る",
    "Eager": "張りきった",
    "Earnest": "ひたむきな",
    "Faithful": "忠実な",
    "Friendly": "人なつこい",
    "Gentle": "やさしい",
    "Gleeful": "ごきげんな",
    "Graceful": "優雅な",
    "Happy": "しあわせな",
    "Hearty": "元気な",
    "Helpful": "親切な",
    "Honest": "正直な",
    "Hopeful": "希望に満ちた",
    "Humble": "謙虚な",
    "Jolly": "陽気な",
    "Kind": "心優しい",
    "Lively": "いきいきした",
    "Lucky": "幸運な",
    "Mellow": "のんびりした",
    "Merry": "楽しげな",
    "Modest": "つつましい",
    "Musical": "音楽好きの",
    "Neat": "きちんとした",
    "Nimble": "すばしこい",
    "Noble": "気高い",
    "Patient": "辛抱強い",
    "Peaceful": "平和な",
    "Playful": "遊び好きの",
    "Polite": "礼儀正しい",
    "Proud": "誇り高い",
    "Quiet": "静かな",
    "Radiant": "輝く",
    "Serene": "澄みきった",
    "Sincere": "誠実な",
    "Sleepy": "眠たげな",
    "Smiling": "ほほえむ",
    "Sparkling": "きらめく",
    "Sunny": "晴れやかな",
    "Thoughtful": "思慮深い",
    "Trusty": "頼もしい",
    "Wandering": "さすらいの",
    "Warm": "あたたかい",
    "Whimsical": "気まぐれな",
    "Wise": "賢明な",
    "Witty": "機知に富む",
}
NOUNS = {
    "Acorn": "ドングリ",
    "Alpaca": "アルパカ",
    "Badger": "アナグマ",
    "Biscuit": "ビスケット",
    "Blanket": "毛布",
    "Bumblebee": "マルハナバチ",
    "Butterfly": "チョウ",
    "Candle": "ろうそく",
    "Chipmunk": "シマリス",
    "Clover": "クローバー",
    "Compass": "羅針盤",
    "Crane": "ツル",
    "Cushion": "クッション",
    "Deer": "シカ",
    "Dolphin": "イルカ",
    "Dormouse": "ヤマネ",
    "Duckling": "子ガモ",
    "Finch": "ヒワ",
    "Firefly": "ホタル",
    "Fox": "キツネ",
    "Hamster": "ハムスター",
    "Hare": "ノウサギ",
    "Hedgehog": "ハリネズミ",
    "Heron": "サギ",
    "Kettle": "やかん",
    "Koala": "コアラ",
    "Ladybird": "テントウムシ",
    "Lamb": "子ヒツジ",
    "Lantern": "ランタン",
    "Lighthouse": "灯台",
    "Llama": "リャマ",
    "Mitten": "ミトン",
    "Moose": "ヘラジカ",
    "Otter": "カワウソ",
    "Owl": "フクロウ",
    "Panda": "パンダ",
    "Pebble": "小石",
    "Penguin": "ペンギン",
    "Pillow": "まくら",
    "Pinecone": "松ぼっくり",
    "Pony": "ポニー",
    "Puffin": "ツノメドリ",
    "Puppy": "子イヌ",
    "Robin": "コマドリ",
    "Seal": "アザラシ",
    "Snowflake": "雪の結晶",
    "Sparrow": "スズメ",
    "Squirrel": "リス",
    "Starling": "ムクドリ",
    "Teapot": "ティーポット",
    "Turtle": "カメ",
    "Umbrella": "傘",
    "Willow": "ヤナギ",
    "Wren": "ミソサザイ",
}
# Their number is prime: any step through the list visits all, so no two bots at a table share one.
BOTS = {
    "Alex": "アレックス",
    "Alva": "アルヴァ",
    "Ari": "アリ",
    "Blair": "ブレア",
    "Charlie": "チャーリー",
    "Cleo": "クレオ",
    "Dana": "ダナ",
    "Drew": "ドリュー",
    "Eden": "エデン",
    "Ellis": "エリス",
    "Emery": "エメリー",
    "Finley": "フィンリー",
    "Jamie": "ジェイミー",
    "Jules": "ジュール",
    "Juno": "ジュノ",
    "Kai": "カイ",
    "Kim": "キム",
    "Kit": "キット",
    "Lee": "リー",
    "Lou": "ルー",
    "Luca": "ルカ",
    "Marlo": "マーロ",
    "Max": "マックス",
    "Mika": "ミカ",
    "Miro": "ミロ",
    "Morgan": "モーガン",
    "Nico": "ニコ",
    "Noa": "ノア",
    "Nori": "ノリ",
    "Ollie": "オリー",
    "Pat": "パット",
    "Quinn": "クイン",
    "Remy": "レミー",
    "Riley": "ライリー",
    "Rory": "ローリー",
    "Rowan": "ローワン",
    "Sam": "サム",
    "Sasha": "サーシャ",
    "Sky": "スカイ",
    "Sora": "ソラ",
    "Tao": "タオ",
    "Taylor": "テイラー",
    "Tomo": "トモ",
    "Toni": "トニ",
    "Val": "ヴァル",
    "Yuki": "ユキ",
    "Zuri": "ズリ",
}


@dataclass(frozen=True)
class Words:
    """The word lists of one language; `between` separates the two words of a table name."""

    between: str
    adjectives: tuple[str, ...]
    things: tuple[str, ...]
    bots: tuple[str, ...]


ENGLISH = Words(" ", tuple(ADJECTIVES), tuple(NOUNS), tuple(BOTS))
JAPANESE = Words("", tuple(ADJECTIVES.values()), tuple(NOUNS.values()), tuple(BOTS.values()))
WORDS_BY_LANGUAGE = {"en": ENGLISH, "ja": JAPANESE}


def _words() -> Words:
    return WORDS_BY_LANGUAGE.get(get_language() or "", ENGLISH)


@functools.lru_cache(CACHE_SIZE)
def _pick_words(key: str) -> tuple[int, int, int, int]:
    """Return list positions for a table: adjective, noun, first bot, step to the next bot."""
    drawn = int.from_bytes(sha256(key.encode()).digest())
    drawn, quality = divmod(drawn, len(ADJECTIVES))
    drawn, thing = divmod(drawn, len(NOUNS))
    drawn, first = divmod(drawn, len(BOTS))
    return quality, thing, first, 1 + drawn % (len(BOTS) - 1)


def default_table_name(key: str) -> str:
    """Return the two-word name of an unnamed table in the reader's language: "Brave Otter"."""
    words = _words()
    quality, thing, _first, _step = _pick_words(key)
    return f"{words.adjectives[quality]}{words.between}{words.things[thing]}"


def bot_name(key: str, seat: int) -> str:
    """Return the name of the bot at this seat of a table, in the reader's language."""
    _quality, _thing, first, step = _pick_words(key)
    return _words().bots[(first + seat * step) % len(BOTS)]


def seat_name(seat: int) -> str:
    """Return the name of a person at an anonymous table, in the reader's language."""
    return str(_("Player %(n)s") % {"n": seat + 1})


JOINERS = "\u200c\u200d"  # invisible, but needed between letters of some scripts and many emoji
# Letters and symbols by category that show nothing: fillers, and blanks of Braille and music.
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
# Scripts that are written together; other scripts in the same word are there to deceive.
TOGETHER = (
    {"LATIN", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    {"LATIN", "CJK", "HANGUL"},
    {"LATIN", "CJK", "BOPOMOFO"},
)


def is_visible_line(text: str) -> bool:
    """Whether a text is visible and in one line, without controls that reorder text around it.

    >>> is_visible_line("Tea & dice"), is_visible_line("one\\ntwo")
    (True, False)
    >>> is_visible_line("\\u202egnp.exe")
    False
    >>> is_visible_line("\\u200d"), is_visible_line("\\u3164"), is_visible_line("e" + "\\u0301" * 9)
    (False, False, False)
    """
    kinds = [unicodedata.category(letter) for letter in text if letter not in JOINERS]
    unseen = any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds)
    seen = any(kind[0] in "LNPS" for kind in kinds) and not set(text) & set(BLANK)
    return seen and not unseen and not has_too_many_marks(text)


def normalize_name(text: str, longest: int) -> str:
    """Return a given name as it is stored: composed (NFC) and stripped; it may still be too long.

    Composition shortens a text, but never to a quarter. So a text longer than 4 × `longest` is
    returned unchanged.
    """
    return unicodedata.normalize("NFC", text.strip()) if len(text) <= 4 * longest else text


def has_no_mixed_scripts(text: str) -> bool:
    """Whether each word uses only scripts that are written together, and no mathematical letters.

    >>> [has_no_mixed_scripts(text) for text in ("Игра вечером", "ボードgame部", "Ｌ友の会")]
    [True, True, True]
    >>> [has_no_mixed_scripts(text) for text in ("Br\\u0430ve Otter", "\\U0001d401rave")]
    [False, False]
    """
    return all(_is_single_script(word) for word in text.split())


def _is_single_script(word: str) -> bool:
    letters = [letter for letter in word if letter.isalpha()]
    if any(unicodedata.name(letter, "").startswith("MATHEMATICAL") for letter in letters):
        return False
    plain = (
        unicodedata.normalize("NFKC", letter)[0] for letter in letters
    )  # NFKC replaces full-width letters and ligatures
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in plain}
    return len(scripts) < 2 or any(scripts <= together for together in TOGETHER)
