"""Addresses of records and of the public dump."""

from django.urls import path

from . import public_dump_views, views

urlpatterns = [
    path("tables/<slug:key>/record.json", views.record_version_1, name="record"),
    path("tables/<slug:key>/record.jsonl", views.record_file, name="record_file"),
    path("tables/<slug:key>/verify/", views.verify, name="verify_table"),
    path("verify/", views.verify, name="verify"),
    path("records/", views.my_records, name="records"),
    path("records/all/", public_dump_views.dump_page, name="dump"),
    path("records/all.json", public_dump_views.dump_index, name="dump_index"),
    path("records/all.jsonl.gz", public_dump_views.dump_file, name="dump_file"),
    path("records/<slug:key>/delete/", views.delete_record, name="delete_record"),
]
