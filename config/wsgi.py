"""The pages as a WSGI application (gunicorn in production, inside the ASGI shell in the demo)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
