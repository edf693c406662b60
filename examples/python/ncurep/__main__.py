"""python -m ncurep VERB ..."""

import sys

from .rules_main import main

sys.exit(main(sys.argv[1:]))
