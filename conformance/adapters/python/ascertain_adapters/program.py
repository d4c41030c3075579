"""Where the program `ascertain` is."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Optional


def find(named: Optional[str] = None) -> Optional[str]:
    """The path of the program: the one that is named, `$ASCERTAIN`, the one beside this Python, or the one on PATH."""
    # A wheel installs the program beside its Python, in an environment that need not be active.
    places = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    return named or os.environ.get("ASCERTAIN") or shutil.which("ascertain", path=places)
