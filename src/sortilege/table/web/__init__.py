"""The table on the web: the app, its pages, the API, the live stream."""
