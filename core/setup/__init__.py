"""What a person sets up: keys, models, settings, rules, agents and the data that is kept."""
