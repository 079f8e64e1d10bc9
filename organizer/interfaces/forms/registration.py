"""Forms around an entry: registering, guests, editing, claiming, importing."""

from typing import Any

from django import forms

from organizer.models import Entry, Event, User

MOST_BYTES = 1_000_000


class RegisterForm(forms.Form):
    """A player registers; in an event for teams with a partner, by account or by name."""

    name = forms.CharField(
        label="Name on pairings",
        required=False,
        max_length=80,
        help_text="Left empty, it is the name of your account.",
    )
    club = forms.CharField(label="Club or team", required=False, max_length=80)
    partner_account = forms.CharField(
        label="Your partner's user name",
        required=False,
        max_length=150,
        help_text="The one they sign in with.",
    )
    partner = forms.CharField(
        label="Or your partner's name, if they have no account",
        required=False,
        max_length=60,
        help_text="You get a code with which they can claim the place later.",
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.team_size == 1:
            del self.fields["partner_account"], self.fields["partner"]
        else:
            self.fields["name"].label = "Team name"
            self.fields["name"].help_text = "Left empty, it is made of your two names."

    def clean_partner_account(self) -> User | None:
        typed = self.cleaned_data["partner_account"].strip()
        if not typed:
            return None
        found = User.objects.filter(username__iexact=typed, is_active=True).first()
        if found is None:
            raise forms.ValidationError("Nobody has this user name. Ask your partner how they sign in.")
        return found

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("partner_account") and cleaned.get("partner"):
            self.add_error("partner", "Give your partner's user name or their name, not both.")
        return cleaned

    def wanted(self) -> dict[str, Any]:
        """The arguments of ``register``."""
        found = self.cleaned_data
        partner = found.get("partner_account") or found.get("partner") or None
        return {"name": found["name"] or None, "club": found["club"], "partner": partner}


class GuestForm(forms.Form):
    """The staff enter somebody without an account."""

    name = forms.CharField(label="Name", max_length=60)
    partner = forms.CharField(label="Partner's name", max_length=60)
    email = forms.EmailField(label="E-mail", required=False)
    club = forms.CharField(label="Club or team", required=False, max_length=80)
    seed = forms.IntegerField(
        label="Seed", required=False, min_value=1, max_value=32000, help_text="1 is the strongest."
    )
    awarded_byes = forms.IntegerField(label="Awarded byes", required=False, min_value=0, max_value=9)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.team_size == 1:
            del self.fields["partner"]

    def wanted(self) -> dict[str, Any]:
        """The arguments of ``register_guest``."""
        found = self.cleaned_data
        return {
            "name": found["name"],
            "email": found["email"],
            "club": found["club"],
            "seed": found["seed"],
            "awarded_byes": found["awarded_byes"] or 0,
            "partner_name": found.get("partner", ""),
        }


class EntryForm(forms.Form):
    """The staff change what is known about an entry."""

    name = forms.CharField(label="Name", max_length=80)
    club = forms.CharField(label="Club or team", required=False, max_length=80)
    seed = forms.IntegerField(
        label="Seed", required=False, min_value=1, max_value=32000, help_text="1 is the strongest."
    )
    awarded_byes = forms.IntegerField(
        label="Awarded byes", required=False, min_value=0, max_value=9, help_text="For the first rounds."
    )
    fixed_table = forms.IntegerField(
        label="Fixed table",
        required=False,
        min_value=1,
        max_value=32000,
        help_text="For somebody who needs one place, such as a step-free one.",
    )

    @classmethod
    def of(cls, entry: Entry, data: Any = None) -> "EntryForm":
        """The form filled with what the entry has now."""
        names = ("name", "club", "seed", "awarded_byes", "fixed_table")
        return cls(data, initial={name: getattr(entry, name) for name in names})

    def wanted(self) -> dict[str, Any]:
        """The arguments of ``edit_entry``."""
        found = self.cleaned_data
        return {**found, "awarded_byes": found["awarded_byes"] or 0}


class ReasonForm(forms.Form):
    """Why something is done to an entry."""

    reason = forms.CharField(
        label="Reason",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="Kept in the event's log.",
    )


class ClaimForm(forms.Form):
    code = forms.CharField(
        label="Claim code",
        max_length=40,
        help_text="Three groups of four, such as 7K3M-Q0ZD-19XH. It is on the slip from the organizers.",
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class ImportForm(forms.Form):
    """A list of entries as CSV, as a file or pasted."""

    file = forms.FileField(
        label="CSV file", required=False, widget=forms.FileInput({"accept": ".csv,text/csv,text/plain"})
    )
    text = forms.CharField(
        label="Or paste the rows here",
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "class": "mono"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file and file.size > MOST_BYTES:
            self.add_error("file", "This file is too large for a list of players; at most 1 MB.")
        elif not file and not (cleaned.get("text") or "").strip() and not self.errors:
            self.add_error("file", "Choose a file, or paste the rows.")
        return cleaned

    def rows(self) -> bytes | str:
        """The CSV text as it came."""
        file = self.cleaned_data["file"]
        content: bytes | str = file.read() if file else self.cleaned_data["text"]
        return content
