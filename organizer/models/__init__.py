"""What is stored."""

from .entry import Entry, Member
from .event import Event, Phase, Role, StaffMember
from .log import LogEntry
from .play import Match, Penalty, Report, Round, Seating
from .user import User

__all__ = [
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
    "User",
]
