"""What agents can do: one module for each tool, and the machinery that runs them."""
