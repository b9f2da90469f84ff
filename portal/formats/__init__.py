"""Formats of dates and times per language, which Django reads from `FORMAT_MODULE_PATH`.

The `NEAR_…` formats are our own: for days close to today, which need no year. `portal/dates.py`
chooses the format.
"""
