"""ncu_report, by ncurep: with this folder on PYTHONPATH, "import ncu_report" in a script finds the package ncurep."""

import os
import sys

try:
    import ncurep
except ImportError:  # the package lies beside this folder, or around it where it is installed
    _here = os.path.dirname(os.path.realpath(__file__))
    for _folder in (os.path.dirname(_here), os.path.dirname(os.path.dirname(_here))):
        if os.path.isfile(os.path.join(_folder, "ncurep", "__init__.py")):
            sys.path.append(_folder)
            break
    import ncurep

from ncurep import *  # noqa: E402,F401,F403

__all__ = list(ncurep.__all__)
__version__ = ncurep.__version__
