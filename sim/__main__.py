"""``python -m sim`` is the command ``galecrest``."""

import sys

from sim.cli import main

sys.exit(main())
