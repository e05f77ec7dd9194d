"""Rule cards: the rules of a game, and what each panel, question, sign and card is about, as one file for its pages."""

import hashlib
import json
from dataclasses import asdict
from functools import cache

from fastapi import APIRouter
from fastapi.responses import Response
from markdown_it import MarkdownIt

from sortilege.engine import Game, Rule
from sortilege.engine.art import gallery
from sortilege.engine.help import help_of
from sortilege.table.play.wish import find_game
from sortilege.table.web.art import FOR_EVER

REASON = " Reason: "
MARKDOWN = MarkdownIt("commonmark", {"html": False})

router = APIRouter(include_in_schema=False)


@router.get("/games/{name}/help.json")
async def rule_cards(name: str) -> Response:
    """The address carries the edition: browsers keep it."""
    return Response(help_text(find_game(name)), media_type="application/json", headers=FOR_EVER)


@cache
def help_text(game: Game) -> str:
    own, names = help_of(game.folder), {art.slug: name for name, art in gallery(game.folder).cards.items()}
    cards = {slug: {"name": capital(names[slug]), "rules": rules} for slug, rules in own.cards.items()}
    questions = {name: {"name": question.title, "rules": question.rules} for name, question in own.questions.items()}
    signs = {icon: asdict(sign) for icon, sign in own.signs.items()}
    rules = {rule.id: {"name": title_of(rule), "text": short(rule)} for rule in game.guide.rules.values()}
    known = {"panel": own.panels, "question": questions, "sign": signs, "card": cards, "rule": rules}
    return json.dumps({"guide": f"/games/{game.name}", **known}, separators=(",", ":"), ensure_ascii=False)


@cache
def help_address(game: Game) -> str:
    return f"/games/{game.name}/help.json?{hashlib.sha256(help_text(game).encode()).hexdigest()[:12]}"


def title_of(rule: Rule) -> str:
    return capital(rule.id.partition(":")[2].replace("-", " "))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def short(rule: Rule) -> str:
    """What a rule says, without the reason of a ruling."""
    text: str = MARKDOWN.renderInline(rule.text.partition(REASON)[0])
    return text
