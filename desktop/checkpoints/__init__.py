"""Going back to a prompt: the question before, and the line that tells of it afterwards."""
