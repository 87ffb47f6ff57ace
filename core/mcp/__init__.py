"""MCP servers: other programs that offer tools, prompts and resources to agents."""
