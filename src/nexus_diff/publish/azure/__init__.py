"""Azure DevOps: a thread on the pull request with the sticky comment, a status of the pull request, logging commands in the job log."""
