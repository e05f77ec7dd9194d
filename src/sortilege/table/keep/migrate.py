"""Brings a database to the present shape: `python -m sortilege.table.keep.migrate URL`."""

import sys
from enum import Enum
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine


def migrate(engine: Engine) -> None:
    """Run what is missing; nothing where nothing is."""
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "head")


class Age(Enum):
    """The shape of a database beside the one that this version knows."""

    OLDER = "older"
    PRESENT = "present"
    NEWER = "newer"


def age_of(engine: Engine) -> Age:
    """A database without any shape is older than all."""
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(configuration(connection))
        found = MigrationContext.configure(connection).get_current_heads()
    if set(found) == set(scripts.get_heads()):
        return Age.PRESENT
    return Age.OLDER if set(found) <= {each.revision for each in scripts.walk_revisions()} else Age.NEWER


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    return config


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m sortilege.table.keep.migrate DATABASE-URL")
    migrate(create_engine(sys.argv[1]))
