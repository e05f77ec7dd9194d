"""A game's guide as a page, with an anchor for every rule."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from sortilege.engine import Game

RULE = re.compile(r"<li>(?P<open>\s*(?:<p>)?)<code>(?P<id>[a-z_]+:[a-z0-9-]+)</code>\s*(?P<ruling>\(ruling\) )?")


@cache
def guide_html(game: Game) -> Markup:
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.guide.text)
    return Markup(RULE.sub(anchored, rendered))


def anchored(match: re.Match[str]) -> str:
    rule = match["id"]
    ruling = '<span class="tag">ruling</span> ' if match["ruling"] else ""
    mark = f'<a class="rule" href="#{rule}" aria-label="Rule {rule}">{rule.partition(":")[2]}</a> '
    return f'<li id="{rule}">{match["open"]}{mark}{ruling}'
