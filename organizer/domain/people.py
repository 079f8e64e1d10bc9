"""What people change about their own account."""

from django.db import transaction

from organizer.models import User

from .names import clean_name

NAME_LENGTH = 60


@transaction.atomic
def rename(user: User, name: str) -> User:
    """Set the name that pairings and standings show from now on; entries made before keep theirs.

    Raises ``Refused`` (field ``display_name``) for a name that is empty or too long.
    """
    user.display_name = clean_name(name, field="display_name", length=NAME_LENGTH)
    user.save(update_fields=["display_name"])
    return user
