"""Past matches: the viewer, reviews, statistics, profiles and lists of a person's matches."""
