from django.apps import AppConfig


class DataExportConfig(AppConfig):
    name = "accounts.data_export"
