"""Agent definitions: built in, read from files of several formats, or generated."""
