"""Exceptions of the package."""

from typing import Optional


class ReportError(ValueError):
    """A file is no report, or a part of it cannot be read. offset is the place in the file."""

    def __init__(self, message: str, offset: int = 0, path: Optional[str] = None):
        super().__init__("%sbyte %d: %s" % (path + ": " if path else "", offset, message))
        self.message = message
        self.offset = offset
        self.path = path
