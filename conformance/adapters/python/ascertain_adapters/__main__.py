"""`python -m ascertain_adapters torch --op mul`: starts the adapter of a framework, or one in a file: `mine.py`."""

from __future__ import annotations

import importlib
import os
import runpy
import sys

from .wire import claim_stdout

FRAMEWORKS = ("numpy", "torch", "jax", "mindspore", "tensorflow", "paddle", "tinygrad", "mlx", "array_api_strict")


def main() -> None:
    """Starts the adapter that the first argument names, with the other arguments."""
    name, arguments = (sys.argv + [""])[1], sys.argv[2:]
    if name.endswith(".py"):
        if not os.path.isfile(name):
            print(f"there is no file {name} in {os.getcwd()}", file=sys.stderr)
            sys.exit(2)
        # As Python runs a script, which may import its neighbours.
        sys.argv, sys.path[:0] = [name, *arguments], [os.path.dirname(os.path.abspath(name))]
        runpy.run_path(name, run_name="__main__")
        return
    if name not in FRAMEWORKS:
        print(f"usage: python -m ascertain_adapters {{{','.join(FRAMEWORKS)},FILE.py}} [options]\n\nAnswers ascertain's "
              "questions on stdin and stdout. `--help` after a name lists its options.", file=sys.stderr)
        sys.exit(0 if name in ("-h", "--help") else 2)
    if not {"-h", "--help"} & set(arguments):
        claim_stdout()  # before the import: frameworks print
    importlib.import_module(f"ascertain_adapters.{name}").main(arguments)


if __name__ == "__main__":
    main()
