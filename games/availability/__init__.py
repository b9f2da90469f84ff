"""When a seat's clock of days runs: people's hours and days off, vacations, play windows of tables.

A wait carries the calendar with which it began (`Seat.pauses`); `games.time_controls` counts by it.
"""
