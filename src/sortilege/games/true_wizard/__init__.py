"""True Wizard: spells against dark items, alone against the Evil Warmage or among two to four."""
