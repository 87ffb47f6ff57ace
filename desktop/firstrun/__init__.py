"""The first minute: what was found, a key or an address, the demo, and a short tour."""
