"""Information-set Monte Carlo tree search, for any game and any number of seats.

A node is what the searching seat has observed since the root. Every playout imagines a whole position, walks down the
tree by the moves that are legal in it, adds a leaf, and plays on by the game's sense. Every seat goes for its own
result. Chance is thrown: a chance point with few sides branches in the tree, one with many ends it. What the searching
seat cannot observe is one branch, so that its later choices cannot depend on it.

At the root the moves run a race. In every heat those that are left are played out from the same imagined position with
the same outcomes, so that luck is shared and little of it is left in their differences; after every round the worse
half drops out. The move that the game's sense suggests runs to the end, and only a move that is surely better takes its
place. Of moves that come to the same one runs. Where a seat has more moves than a budget of playouts has room for,
those race that look best to the sense, and of equals any; a budget of time lets all of them race, and those it has not
come to drop out first. Below the root the first visits go to the sense's suggestion, and the other moves are looked at
one by one as the visits grow.

Where the game's sense can work out the best move (`Sense.reckon`), a search that reckons takes it and tries nothing.
"""

from sortilege.bots.search.proof import forced_win
from sortilege.bots.search.race import SURE, Race, Runner
from sortilege.bots.search.search import Finding, Reckons, Search, Unwanted
from sortilege.bots.search.tree import MOST_NODES, NONE, Tree
from sortilege.bots.search.trial import Trial

__all__ = [
    "MOST_NODES", "NONE", "SURE", "Finding", "Race", "Reckons", "Runner", "Search", "Tree", "Trial", "Unwanted",
    "forced_win",
]  # fmt: skip
