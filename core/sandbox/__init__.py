"""Run commands so that they can reach the project and little else."""
