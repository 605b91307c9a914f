"""Gitea and Forgejo: sticky comment, commit status. Their API is like GitHub's, but has no check runs."""
