"""The admin site, for operators: everything can be read; accounts can be switched off, and nothing else changes.

Events are changed on their own pages, where every change is checked and logged.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from organizer.models import Entry, Event, LogEntry, Match, Penalty, Phase, Report, Round, StaffMember, User

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReadOnly(ModelAdmin):
    """Rows to look at."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PhaseInline(TabularInline):
    model = Phase
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "kind", "status", "rounds_planned", "cut_size")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class StaffInline(TabularInline):
    model = StaffMember
    extra = 0
    can_delete = False
    fields = readonly_fields = ("user", "role")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = ("username", "display_name", "email", "is_active", "is_staff", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    fields = (
        *("username", "display_name", "email", "is_active", "is_staff", "is_superuser"),
        *("date_joined", "last_login"),
    )
    readonly_fields = ("username", "display_name", "email", "is_superuser", "date_joined", "last_login")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("title", "game", "status", "starts_at", "version")
    list_filter = ("status", "game")
    search_fields = ("title", "slug")
    inlines = (PhaseInline, StaffInline)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("name", "event", "status", "seed", "final_place")
    list_filter = ("status",)
    list_select_related = ("event",)
    search_fields = ("name", "event__title")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("event", "number", "phase", "status", "published_at")
    list_select_related = ("event", "phase__event")
    exclude = ("seed",)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("event", "round", "table", "a", "b", "status", "outcome")
    list_select_related = ("event", "round", "a", "b")
    search_fields = ("a__name", "b__name", "event__title")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("match", "entry", "status", "outcome", "created_at")
    list_select_related = ("match__a", "match__b", "entry")


@admin.register(Penalty)
class PenaltyAdmin(ReadOnly):
    list_display = ("event", "entry", "kind", "infraction", "issued_by", "issued_at")
    list_select_related = ("event", "entry", "issued_by")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("event", "seq", "at", "actor_name", "kind", "summary")
    list_select_related = ("event",)
    search_fields = ("summary", "kind", "event__title")
