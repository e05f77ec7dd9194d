"""`python -m sortilege` does what `sortilege` does."""

import sys

from sortilege.terminal.command import main

if __name__ == "__main__":
    sys.exit(main())
