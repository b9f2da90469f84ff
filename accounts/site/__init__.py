"""The site's settings, its owners and the first run."""
