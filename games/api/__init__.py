"""The API: the same doors as the pages, as JSON, with an OpenAPI description."""
