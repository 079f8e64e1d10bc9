"""Cards as data: set files compiled once into immutable definitions."""
