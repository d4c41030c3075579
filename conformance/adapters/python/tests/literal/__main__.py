"""An adapter that answers for the operators of both modules. With --names it prints what they are called."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from common import serve  # noqa: E402
from elementwise import FUNCTIONS as ELEMENTWISE  # noqa: E402
from reductions import FUNCTIONS as REDUCTIONS  # noqa: E402

FUNCTIONS = {**ELEMENTWISE, **REDUCTIONS}

if "--names" in sys.argv:
    print(*sorted(FUNCTIONS))
else:
    serve(FUNCTIONS)
