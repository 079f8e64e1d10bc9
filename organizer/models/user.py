"""People with an account."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """An account. ``display_name`` is what pairings and standings show."""

    email = models.EmailField("e-mail address", unique=True)
    display_name = models.CharField(max_length=60, blank=True)

    class Meta(AbstractUser.Meta):
        pass

    @property
    def name(self) -> str:
        return self.display_name or self.username
