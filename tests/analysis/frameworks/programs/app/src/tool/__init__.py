from tool.cli import main
