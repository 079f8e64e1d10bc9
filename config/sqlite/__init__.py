"""Django's SQLite backend with one queue for writers; see ``base``."""
