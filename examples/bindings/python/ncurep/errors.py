"""Exceptions of the package."""

import os
import sys
import warnings
from typing import Optional


class ReportWarning(UserWarning):
    """A report is cut or damaged: whatever is intact can be read, and the report's problems() says what is not."""


class ReportError(ValueError):
    """The file is not a report, or part of it cannot be read. offset is the position in the file."""

    def __init__(self, message: str, offset: int = 0, path: Optional[str] = None):
        super().__init__("%sbyte %d: %s" % (path + ": " if path else "", offset, message))
        self.message = message
        self.offset = offset
        self.path = path


def level() -> int:
    """The stacklevel for warnings.warn, called in the caller, of the first line that is not of this package."""
    here, depth = os.path.dirname(os.path.abspath(__file__)) + os.sep, 1
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(here):
        frame, depth = frame.f_back, depth + 1
    return depth


def warn(path: Optional[str], message: str) -> None:
    """A ReportWarning."""
    warnings.warn((path + ": " if path else "") + message, ReportWarning, stacklevel=level())
