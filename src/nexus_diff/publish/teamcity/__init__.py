"""TeamCity: service messages in the build log, which become inspections of the build."""
