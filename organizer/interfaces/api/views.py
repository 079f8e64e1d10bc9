"""Read-only endpoints. Each asks ``organizer.rules`` and answers 404 for what the caller may not see."""

from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.functional import cached_property
from django_filters import rest_framework as filters
from django_filters.fields import IsoDateTimeField
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from organizer.domain.base import Refused
from organizer.domain.standings import current
from organizer.domain.submissions import LISTED
from organizer.models import Entry, Event, Match, Round, Submission
from organizer.rules import can

from .serializers import (
    EntrySerializer,
    EventSerializer,
    MatchSerializer,
    RoundSerializer,
    StandingsSerializer,
    SubmissionSerializer,
)


class MomentField(IsoDateTimeField):
    """A moment in UTC: databases know fewer offsets than ISO 8601 allows, and no year before 1."""

    def clean(self, value: Any) -> datetime | None:
        moment: datetime | None = super().clean(value)
        try:
            return moment and moment.astimezone(UTC)
        except OverflowError:
            raise ValidationError("This moment is outside the calendar, years 1 to 9999.") from None


class MomentFilter(filters.IsoDateTimeFilter):
    field_class = MomentField


class EventFilter(filters.FilterSet):
    starts_after = MomentFilter(field_name="starts_at", lookup_expr="gte")
    starts_before = MomentFilter(field_name="starts_at", lookup_expr="lt")

    class Meta:
        model = Event
        fields = ["game", "status", "starts_after", "starts_before"]


class EventViewSet(viewsets.ReadOnlyModelViewSet[Event]):
    """Published events, and drafts for their staff."""

    serializer_class = EventSerializer
    filterset_class = EventFilter
    lookup_field = "slug"
    queryset = Event.objects.prefetch_related("phases")

    def get_queryset(self) -> QuerySet[Event]:
        listed = super().get_queryset()
        return listed.exclude(status=Event.Status.DRAFT) if self.action == "list" else listed

    def get_object(self) -> Event:
        event = super().get_object()
        if not can(self.request.user, "event.view", event):
            raise Http404
        return event


def visible_event(request: Request, slug: str) -> Event:
    """The event, or 404 when there is none that the caller may see."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not can(request.user, "event.view", event):
        raise Http404
    return event


class OfEvent(viewsets.GenericViewSet[Any]):
    """What belongs to one event."""

    @cached_property
    def event(self) -> Event:
        return visible_event(self.request, self.kwargs["slug"])


class EntryViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OfEvent):
    """The entries of an event, by name."""

    serializer_class = EntrySerializer
    queryset = Entry.objects.all()

    def get_queryset(self) -> QuerySet[Entry]:
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        return Entry.objects.filter(event=self.event).order_by("name", "pk")


class RoundViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OfEvent):
    """The rounds of an event. A draft shows as committed: its tables are not public yet."""

    serializer_class = RoundSerializer
    queryset = Round.objects.all()
    lookup_field = "number"
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Round]:
        if getattr(self, "swagger_fake_view", False):
            return Round.objects.none()
        return Round.objects.filter(event=self.event).select_related("phase").order_by("number")

    @extend_schema(responses=MatchSerializer(many=True))
    @action(detail=True, serializer_class=MatchSerializer, filter_backends=[])
    def matches(self, request: Request, **kwargs: Any) -> Response:
        """The tables of a published round, by table number."""
        found = self.get_object()
        if not found.public:
            raise Http404
        rows = Match.objects.filter(round=found).select_related("a", "b").order_by("table", "pk")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(MatchSerializer(page, many=True).data)


class SubmissionViewSet(mixins.ListModelMixin, OfEvent):
    """The decklists of an event, by name: all of them for its staff and once they are out; before that only one's own."""

    serializer_class = SubmissionSerializer
    queryset = Submission.objects.all()

    def get_queryset(self) -> QuerySet[Submission]:
        if getattr(self, "swagger_fake_view", False):
            return Submission.objects.none()
        user = self.request.user
        rows = Submission.objects.filter(entry__event=self.event, entry__status__in=LISTED).handed_in()
        if not can(user, "decks.view_all", self.event):
            own = Q(entry__members__user=user) if user.is_authenticated else Q(pk__in=[])
            locked = Q(unlocked_until=None) | Q(unlocked_until__lte=timezone.now())
            rows = rows.filter(own | locked if can(user, "decks.view", self.event) else own).distinct()
        return rows.select_related("entry", "version").order_by("entry__name", "pk")


class StandingsView(APIView):
    """The same table as the page, the CSV and the cut."""

    @extend_schema(
        responses=StandingsSerializer,
        parameters=[OpenApiParameter("live", bool, description="Count results of the running round too")],
    )
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        try:
            table = current(event, live=request.query_params.get("live") in {"1", "true"})
        except Refused as refusal:
            return Response({"detail": refusal.message}, status=409)
        lines = [
            {
                "place": line.place,
                "shared": line.shared,
                "entry": line.entry.pk,
                "name": line.entry.name,
                "dropped": line.dropped,
                "values": [None if value is None else str(value) for value in line.values],
                "shown": list(line.cells),
            }
            for line in table.lines()
        ]
        columns = [key for key, _ in table.columns]
        content = {
            "phase": table.phase.number,
            "rounds": table.rounds,
            "frozen": table.frozen,
            "live": table.live,
            "columns": columns,
            "lines": lines,
        }
        return Response(StandingsSerializer(content).data)
