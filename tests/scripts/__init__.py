"""The page's scripts without a browser: their types by `tsc`, their arithmetic by node's tests."""
