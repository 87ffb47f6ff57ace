"""Who may do what: rules, modes, command and path analysis, and the questions put to people."""
