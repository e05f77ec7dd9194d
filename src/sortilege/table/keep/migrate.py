"""Brings a database to the present shape: `python -m sortilege.table.keep.migrate URL`."""

import sys
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


def is_current(engine: Engine) -> bool:
    with engine.connect() as connection:
        newest = ScriptDirectory.from_config(configuration(connection)).get_current_head()
        return MigrationContext.configure(connection).get_current_revision() == newest


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    return config


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m sortilege.table.keep.migrate DATABASE-URL")
    migrate(create_engine(sys.argv[1]))
