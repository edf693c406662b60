"""The interface's constants, as enum classes and as plain names.

Those of MsgType are not the numbers in a file: msg_type converts.
"""

from enum import IntEnum
from typing import Type, Union


class _Number(IntEnum):
    """Prints as its number: IntEnum does so from Python 3.11 on."""

    def __str__(self) -> str:
        return int.__repr__(self)

    def __format__(self, spec: str) -> str:
        return int.__format__(self, spec)


class MsgType(_Number):
    NONE = 0
    OK = 1
    OPTIMIZATION = 2
    WARNING = 3
    ERROR = 4


class MarkerKind(_Number):
    SASS = 0
    SOURCE = 1
    NONE = 2


class SpeedupType(_Number):
    UNKNOWN = 0
    LOCAL = 1
    GLOBAL = 2


class FocusSeverity(_Number):
    DEFAULT = 0
    LOW = 1
    HIGH = 2


class RuleKind(_Number):
    DEFAULT = 0
    GUIDED = 1


class TableElementKind(_Number):
    INVALID = 0
    DOUBLE = 1
    INT = 2
    STRING = 3
    CUSTOM = 4


class StallReason(_Number):
    """Why a warp did not issue. LONG_SCOREBOARD is known to be 7; the other numbers are our choice."""

    NONE = 0
    BARRIER = 1
    BRANCH_RESOLVE = 2
    DISPATCH_STALL = 3
    DRAIN = 4
    IMC_MISS = 5
    LG_THROTTLE = 6
    LONG_SCOREBOARD = 7
    MATH_PIPE_THROTTLE = 8
    MEMBAR = 9
    MIO_THROTTLE = 10
    MISC = 11
    NO_INSTRUCTIONS = 12
    NOT_SELECTED = 13
    SELECTED = 14
    SHORT_SCOREBOARD = 15
    SLEEPING = 16
    TEX_THROTTLE = 17
    WAIT = 18
    WARPGROUP_ARRIVE = 19
    GMMA = 20


MsgType_NONE = MsgType.NONE
MsgType_OK = MsgType.OK
MsgType_OPTIMIZATION = MsgType.OPTIMIZATION
MsgType_WARNING = MsgType.WARNING
MsgType_ERR = MsgType.ERROR
MsgType_ERROR = MsgType.ERROR
MarkerKind_SASS = MarkerKind.SASS
MarkerKind_SOURCE = MarkerKind.SOURCE
MarkerKind_NONE = MarkerKind.NONE
SpeedupType_UNKNOWN = SpeedupType.UNKNOWN
SpeedupType_LOCAL = SpeedupType.LOCAL
SpeedupType_GLOBAL = SpeedupType.GLOBAL
FocusSeverity_DEFAULT = FocusSeverity.DEFAULT
FocusSeverity_LOW = FocusSeverity.LOW
FocusSeverity_HIGH = FocusSeverity.HIGH
RuleKind_DEFAULT = RuleKind.DEFAULT
RuleKind_GUIDED = RuleKind.GUIDED
TableElementKind_INVALID = TableElementKind.INVALID
TableElementKind_DOUBLE = TableElementKind.DOUBLE
TableElementKind_INT = TableElementKind.INT
TableElementKind_STRING = TableElementKind.STRING
TableElementKind_CUSTOM = TableElementKind.CUSTOM
StallReason_NONE = StallReason.NONE
StallReason_BARRIER = StallReason.BARRIER
StallReason_BRANCH_RESOLVE = StallReason.BRANCH_RESOLVE
StallReason_DISPATCH_STALL = StallReason.DISPATCH_STALL
StallReason_DRAIN = StallReason.DRAIN
StallReason_IMC_MISS = StallReason.IMC_MISS
StallReason_LG_THROTTLE = StallReason.LG_THROTTLE
StallReason_LONG_SCOREBOARD = StallReason.LONG_SCOREBOARD
StallReason_MATH_PIPE_THROTTLE = StallReason.MATH_PIPE_THROTTLE
StallReason_MEMBAR = StallReason.MEMBAR
StallReason_MIO_THROTTLE = StallReason.MIO_THROTTLE
StallReason_MISC = StallReason.MISC
StallReason_NO_INSTRUCTIONS = StallReason.NO_INSTRUCTIONS
StallReason_NOT_SELECTED = StallReason.NOT_SELECTED
StallReason_SELECTED = StallReason.SELECTED
StallReason_SHORT_SCOREBOARD = StallReason.SHORT_SCOREBOARD
StallReason_SLEEPING = StallReason.SLEEPING
StallReason_TEX_THROTTLE = StallReason.TEX_THROTTLE
StallReason_WAIT = StallReason.WAIT
StallReason_WARPGROUP_ARRIVE = StallReason.WARPGROUP_ARRIVE
StallReason_GMMA = StallReason.GMMA

_FROM_FILE = (MsgType.NONE, MsgType.OK, MsgType.WARNING, MsgType.ERROR, MsgType.OPTIMIZATION)


def msg_type(number: int) -> Union[MsgType, int]:
    """The type of message that a report stores as this number; newer numbers are returned unchanged."""
    return _FROM_FILE[number] if 0 <= number < len(_FROM_FILE) else number


def member(kind: Type[IntEnum], number: int) -> int:
    """The member of an enum, or the number itself if there is none."""
    try:
        return kind(number)
    except ValueError:
        return number
