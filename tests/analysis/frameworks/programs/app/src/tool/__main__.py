from tool.cli import main

main()
