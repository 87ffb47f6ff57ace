"""The store's schema, one numbered step per file; a step that was published never changes."""
