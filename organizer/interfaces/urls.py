"""The organizer's pages."""

from django.urls import path
from django.views.generic import TemplateView

urlpatterns = [
    path("", TemplateView.as_view(template_name="organizer/home.html"), name="home"),
    path("events/<slug:slug>/", TemplateView.as_view(), name="event"),
]
