"""GitLab: sticky note, discussions on changed lines, dotenv report. Each is switched and fails on its own."""
