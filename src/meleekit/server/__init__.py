"""The table on the web: API, live updates, store and pages; it plays any registered game."""
