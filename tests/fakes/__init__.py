"""Stand-ins with the real interface: they speak over real sockets and work on real files."""
