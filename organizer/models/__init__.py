"""What is stored."""

from .decks import DeckCheck, Submission
from .entry import Entry, Member
from .event import Event, Phase, Role, StaffMember
from .log import LogEntry
from .play import EnginePairing, Match, Penalty, Report, Round, Seating
from .user import User

__all__ = [
    "DeckCheck",
    "EnginePairing",
    "Entry",
    "Event",
    "LogEntry",
    "Match",
    "Member",
    "Penalty",
    "Phase",
    "Report",
    "Role",
    "Round",
    "Seating",
    "StaffMember",
    "Submission",
    "User",
]
