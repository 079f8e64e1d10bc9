"""How accounts come about; django-allauth does the work."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django import forms

from organizer.domain.base import Refused
from organizer.domain.names import clean_name
from organizer.domain.people import NAME_LENGTH, rename
from organizer.models import User


class AccountAdapter(DefaultAccountAdapter):
    """The site's wishes towards allauth; none yet beside the settings."""


class DisplayNameForm(forms.Form):
    """The name shown to others, at sign-up and in the account's settings."""

    display_name = forms.CharField(
        max_length=NAME_LENGTH,
        label="Name shown to others",
        help_text="On pairings and standings. You can change it later.",
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )

    def clean_display_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["display_name"], length=NAME_LENGTH)
        except Refused as refused:
            raise forms.ValidationError(refused.message) from None


class SignupForm(DisplayNameForm):
    """What sign-up asks beside e-mail, name and password."""

    field_order = ["email", "display_name", "username", "password1"]

    def signup(self, request: Any, user: User) -> None:
        """Called by allauth with the new account."""
        rename(user, self.cleaned_data["display_name"])
