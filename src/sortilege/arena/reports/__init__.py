"""Matches and studies as pages with plots, and the tables of docs/strength."""
