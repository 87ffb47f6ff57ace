"""The settings dialog: what can be tuned without editing a file."""
