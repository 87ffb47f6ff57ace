"""What a window or a command line can ask of the engine, one module for each subject."""
