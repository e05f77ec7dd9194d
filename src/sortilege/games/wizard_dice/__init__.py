"""Wizard: the dice game."""
