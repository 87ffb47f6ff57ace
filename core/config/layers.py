"""Lay a project's table over a person's."""

from __future__ import annotations

from typing import Any


def merge_tables(user: dict[str, Any], project: dict[str, Any]) -> dict[str, Any]:
    """The project's values win key by key, lists are joined, and permission tables only tighten."""
    merged = dict(user)
    for key, value in project.items():
        mine = merged.get(key)
        if key == "permission" and isinstance(mine, dict) and isinstance(value, dict):
            merged[key] = _merge_rules(mine, value)
        elif key == "mcp" and isinstance(mine, dict) and isinstance(value, dict):
            # A whole server or none of it: the person's headers must not go to another address.
            merged[key] = {**value, **mine}
        elif isinstance(mine, dict) and isinstance(value, dict):
            merged[key] = merge_tables(mine, value)
        elif isinstance(mine, list) and isinstance(value, list) and key in ("hooks", "hidden"):
            merged[key] = [*mine, *value]
        else:
            merged[key] = value
    return merged


def _merge_rules(user: dict[str, Any], project: dict[str, Any]) -> dict[str, Any]:
    """Last match wins, so the person's denies are moved behind the project's rules."""
    triples = [*_triples(user), *_triples(project)]
    triples += [triple for triple in _triples(user) if triple[2] == "deny"]
    merged: dict[str, Any] = {}
    for permission, pattern, action in triples:
        patterns = merged.pop(permission, {})
        patterns.pop(pattern, None)
        patterns[pattern] = action
        merged[permission] = patterns
    return merged


def _triples(rules: dict[str, Any]) -> list[tuple[str, str, Any]]:
    found: list[tuple[str, str, Any]] = []
    for permission, value in rules.items():
        if isinstance(value, dict):
            found += [(permission, pattern, action) for pattern, action in value.items()]
        else:
            found.append((permission, "*", value))
    return found
