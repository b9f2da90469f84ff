"""The page on which a person says when their clocks run: hours, days off, vacation."""
