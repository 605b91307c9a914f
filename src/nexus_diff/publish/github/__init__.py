"""GitHub: sticky comment, check run, annotations by workflow command, job summary, outputs. Each is switched and fails on its own."""
