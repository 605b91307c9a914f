import sys

from nexus_diff.cli import main

sys.exit(main())
