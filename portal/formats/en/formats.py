"""English: "28 Nov 2026, 12:14". The month is a word, so nobody can mistake it for the day."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
NEAR_DATE_FORMAT = "D j M"
NEAR_DATETIME_FORMAT = "D j M, H:i"
