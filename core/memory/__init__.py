"""What agents remember from one session to the next: folders of Markdown."""
