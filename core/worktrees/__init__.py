"""Working copies in which agents cannot step on each other, and the way back from them."""
