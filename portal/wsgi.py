"""Django's WSGI application; portal/asgi.py hands HTTP to it."""

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
