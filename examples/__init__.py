"""Programs that use a Longtable site from outside."""
