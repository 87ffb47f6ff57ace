"""Conversations: what they are made of, where they are stored, how they form trees."""
