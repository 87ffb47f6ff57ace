"""The program as an attacker meets it: hostile repositories, hostile models, hostile servers."""
