"""What runs in the background."""
