"""Availability: when clocks in days run, by people's hours, days off, vacations and play windows.

A wait stores the calendar with which it began (`Seat.pauses`); `games.time_controls` counts by it.
"""
