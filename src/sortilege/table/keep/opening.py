"""Opens what a database URL names."""

from sortilege.table.keep.face import CannotOpen, Keep
from sortilege.table.keep.process import NobodyElse, OwnJobs
from sortilege.table.keep.store import SqlStore


def open_keep(url: str, works: bool = True) -> Keep:
    """The store, and the bus and jobs that belong to it. `works`: whether this process does what happens by itself."""
    if is_postgres(url):
        return open_postgres(url, works)
    store = SqlStore(url)
    return Keep(store, NobodyElse(), OwnJobs(store))


def is_postgres(url: str) -> bool:
    return url.startswith("postgresql")


def open_postgres(url: str, works: bool) -> Keep:
    try:
        from sortilege.table.keep.postgres import PostgresBus, PostgresJobs, PostgresStore
    except ImportError:
        raise CannotOpen("PostgreSQL needs its driver; install it with: pip install 'sortilege[postgres]'") from None
    store = PostgresStore(url)
    jobs = PostgresJobs(url, store, works)
    return Keep(store, PostgresBus(url, store, jobs), jobs)
