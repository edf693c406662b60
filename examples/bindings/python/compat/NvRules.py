"""NvRules, by ncurep: with this folder on PYTHONPATH, "import NvRules" finds ncurep.nvrules, for editors and tests of rules.
``python -m ncurep rules`` does not need it."""

import os
import sys

try:
    import ncurep.nvrules as _nvrules
except ImportError:  # the package lies beside this folder, or around it where it is installed
    _here = os.path.dirname(os.path.abspath(__file__))
    for _folder in (os.path.dirname(_here), os.path.dirname(os.path.dirname(_here))):
        if os.path.isfile(os.path.join(_folder, "ncurep", "__init__.py")):
            sys.path.append(_folder)
            break
    import ncurep.nvrules as _nvrules

from ncurep.nvrules import *  # noqa: E402,F401,F403

__all__ = list(_nvrules.__all__)
