"""How dates and times look in each language: Django reads `FORMAT_MODULE_PATH`.

Besides Django's names there are `NEAR_…`: for days close to today, which need no year.
`portal/dates.py` chooses.
"""
