"""Bitbucket Cloud: a Code Insights report on the commit, with annotations."""
