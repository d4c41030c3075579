"""Every case of the suite as a test: `pytest --pyargs ascertain_adapters.conformance --ascertain-backend torch`."""

from __future__ import annotations

from typing import Any


def test_case(ascertain_case: Any) -> None:
    """The backend passes the case."""
    ascertain_case.check()
