"""Addresses: accounts, the API with its description, and the pages of events, cards and decks."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView, SpectacularSwaggerView

from config.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("", include("organizer.interfaces.urls")),
    path("", include("deckcheck.interfaces.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("organizer.interfaces.api.urls")),
    path("api/v1/", include("deckcheck.interfaces.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
    path("api/redoc/", SpectacularRedocView.as_view(url_name="schema"), name="api-redoc"),
    path("admin/", admin.site.urls),
]

handler403 = "organizer.interfaces.pages.base.forbidden"
