"""The templates of the pages."""

from jinja2 import Environment, PackageLoader, StrictUndefined, Template


def template(name: str) -> Template:
    templates = Environment(
        loader=PackageLoader("sortilege.arena.reports", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template(name)
