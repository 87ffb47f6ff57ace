"""Going back: the state of the working tree before each prompt, kept outside the project."""
