"""Where the files are that come with the package."""

import os


def folder(installed: str, *source: str) -> str:
    """A folder of the installed package, or where the source has it, relative to the folder around the package. OSError if
    there is neither."""
    here = os.path.dirname(os.path.abspath(__file__))
    for path in (os.path.join(here, installed), os.path.join(os.path.dirname(here), *source)):
        if os.path.isdir(path):
            return path
    raise FileNotFoundError(2, "is missing from the package", installed)


def compat() -> str:
    """Modules named ncu_report and NvRules that are this package."""
    return folder("compat", "compat")


def rules() -> str:
    """The rules in Python."""
    return folder("rule_files", "rules")


def sections() -> str:
    """The section files."""
    return folder("section_files", os.pardir, "sections")
