"""The Celery application; everything is configured in settings (``CELERY_*``)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("hourglass")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["organizer.interfaces"], related_name="tasks")
