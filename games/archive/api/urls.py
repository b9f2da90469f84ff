"""API of records and of the public dump."""

from django.urls import path

from . import record_views

urlpatterns = [
    path("tables/<slug:key>/record/", record_views.RecordVersion1.as_view(), name="record"),
    path("tables/<slug:key>/record.jsonl", record_views.RecordFile.as_view(), name="record_file"),
    path("records/", record_views.MyImportedRecords.as_view(), name="records"),
    path(
        "records/<slug:key>/", record_views.ImportedRecordDetail.as_view(), name="imported_record"
    ),
]
