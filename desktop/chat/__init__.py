"""The conversation: transcript, cards, composer."""
