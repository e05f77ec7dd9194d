from rooms import database, house, own_house

__all__ = ["database", "house", "own_house"]
