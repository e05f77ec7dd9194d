from rooms import database, house, own_house, postgres, pytest_generate_tests

__all__ = ["database", "house", "own_house", "postgres", "pytest_generate_tests"]
