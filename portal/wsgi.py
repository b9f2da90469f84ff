"""Django's WSGI application, to which portal/asgi.py passes HTTP requests."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from portal.http.input_validation import StrictContentTypeMixin

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup(set_prefix=False)


class StrictRequest(StrictContentTypeMixin, WSGIRequest):
    pass


class StrictWSGIHandler(WSGIHandler):
    request_class = StrictRequest


application = StrictWSGIHandler()
