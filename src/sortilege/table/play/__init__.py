"""What a table is and what happens in the hall: its chairs, its clock, its bots. No HTTP, no SQL."""
