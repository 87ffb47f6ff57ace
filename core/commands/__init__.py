"""Slash commands: built in, or Markdown templates from several programs' folders."""
