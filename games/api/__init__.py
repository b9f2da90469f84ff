"""The JSON API, with an OpenAPI description. It calls the same functions as the pages."""
