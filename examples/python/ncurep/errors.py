"""Exceptions of the package."""

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
