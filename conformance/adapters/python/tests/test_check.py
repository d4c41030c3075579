"""Tests of the package `ascertain`, which judges one result. Skipped without NumPy and ml_dtypes, or without the program, which
$ASCERTAIN names or PATH holds."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

from test_adapters import DEADLINE, FOLDER
from test_pytest_plugin import PROGRAM

HAS_ARRAYS = bool(importlib.util.find_spec("numpy") and importlib.util.find_spec("ml_dtypes"))
if HAS_ARRAYS and PROGRAM:
    os.environ["ASCERTAIN"] = os.path.abspath(PROGRAM)
    import ml_dtypes
    import numpy as np

    import ascertain

PYTEST_FILE = """
import ascertain
import numpy as np
import pytest

def mine(x, dim):
    return np.maximum(x.max(axis=tuple(dim)), 0)  # as if padded with zeros

@pytest.mark.parametrize("x", [np.float32([[1, 2], [3, 4]]), np.float32([[-1, 2], [-3, 4]])])
def test_amax(x):
    ascertain.assert_right("amax", self=x, dim=[0], out=mine(x, [0]))

def test_misspelt():
    ascertain.check("amx", self=1)

def test_list():
    ascertain.check("amax", self=[0.5], dim=[0])
"""


def padded_amax(x: Any, dim: Any) -> Any:
    """A maximum over blocks of four, the last of which is padded with zeros."""
    lines = np.moveaxis(x, dim[0], -1)
    padding = [(0, 0)] * (x.ndim - 1) + [(0, -lines.shape[-1] % 4)]
    return np.pad(lines, padding).max(axis=-1)


@unittest.skipUnless(HAS_ARRAYS and PROGRAM, "no numpy, no ml_dtypes, or no `ascertain`")
class Check(unittest.TestCase):
    def setUp(self) -> None:
        self.x = np.array([[-1, 2, -3], [4, -5, -6]], np.float32)

    def test_right_and_wrong(self) -> None:
        x, flags, complexes = self.x, np.array([True, False]), np.array([1 + 2j], np.complex64)
        halves = np.array([1.5, 1.0078125], ml_dtypes.bfloat16)
        right: list[tuple[str, dict[str, Any]]] = [
            ("add", {"self": x, "other": x, "alpha": 1, "out": x + x}),
            ("add", {"self": x[:, ::2], "other": x[:, ::2], "alpha": 0.5, "out": x[:, ::2] * np.float32(1.5)}),
            ("add", {"self": halves, "other": halves, "alpha": 1, "out": halves + halves}),
            ("add", {"self": complexes, "other": complexes, "alpha": 1j, "out": complexes + 1j * complexes}),
            ("adds", {"self": x, "other": np.float32(1.5), "alpha": 1, "out": x + np.float32(1.5)}),
            ("add", {"inplace": True, "selfRef": x, "other": x, "alpha": 1, "result": x + x}),
            ("amax", {"self": np.asfortranarray(x), "dim": [0], "keepDim": True, "out": x.max(0, keepdims=True)}),
            ("amax", {"self": x, "dim": -1, "keepDim": None, "out": x.max(-1)}),
            ("reduce-sum", {"self": x, "dims": [0, 1], "dtype": np.float32, "out": x.sum()}),
            ("max-dim", {"self": x, "dim": 0, "out": x.max(0), "indices": x.argmax(0)}),
            ("logical-not", {"self": flags, "out": ~flags}),
            ("cast", {"self": x, "dtype": np.dtype("float16"), "out": x.astype(np.float16)}),
            ("cumprod", {"input": x.astype(">f4"), "dim": 1, "result": x.cumprod(1)}),
        ]
        for operator, given in right:
            with self.subTest(f"{operator}({', '.join(given)})"):
                judgement = ascertain.check(operator, **given)
                self.assertTrue(judgement, judgement)
                ascertain.assert_right(operator, **given)
                # The last element is wrong: another number, sign or place.
                name = next(name for name in ("indices", "out", "result") if name in given)
                wrong = np.array(given[name])
                wrong[(-1,) * wrong.ndim] = not wrong.flat[-1] if wrong.dtype == bool else wrong.flat[-1] + 1
                judgement = ascertain.check(operator, **{**given, name: wrong})
                self.assertEqual((bool(judgement), judgement.verdict, judgement.kind), (False, "wrong", "value"), judgement)
                self.assertEqual(judgement.element, tuple(length - 1 for length in wrong.shape))

    def test_what_a_judgement_says(self) -> None:
        wrong = ascertain.check("amax", self=self.x, dim=[0], out=np.maximum(self.x.max(0), 0))
        self.assertEqual((wrong.element, wrong.expected, wrong.got), ((2,), "0xc0400000 (-3)", "0"))
        self.assertEqual(wrong.requirement, "amax.value")
        self.assertIn("aclnn.amax", wrong.citation or "")
        for words in (wrong.expected, wrong.requirement, wrong.citation):
            self.assertIn(str(words), str(wrong))
        self.assertIn("expected 0xc0400000 (-3), got 0", repr(wrong))
        with self.assertRaisesRegex(AssertionError, "requires  amax.value"):
            ascertain.assert_right("amax", self=self.x, dim=[0], out=np.maximum(self.x.max(0), 0))
        # No page says what becomes of it, and one page refuses the other.
        beyond = {"self": np.float32([3e9]), "dtype": "s32", "out": np.int32([7])}
        self.assertEqual(ascertain.check("cast", **beyond).verdict, "open")
        with self.assertRaisesRegex(AssertionError, "s32 cannot hold"):
            ascertain.assert_right("cast", **beyond)
        refused = ascertain.check("amax", self=self.x, dim=[2], out=self.x.max(1))
        self.assertEqual((refused.verdict, refused.kind), ("wrong", "accepted-invalid"))
        self.assertIn("must be refused", str(refused))

    def test_bad_input_says_what_to_do(self) -> None:
        given = {"self": self.x, "dim": [0], "out": self.x.max(0)}
        for error, words, operator, changed in [
                (ValueError, "unknown operator `amx`.*`amax`", "amx", {}),
                (ValueError, "unknown argument of amax `slef`.*`self`", "amax", {"slef": self.x}),
                (ValueError, "lacks `dim`", "amax", {"dim": None}),
                (ValueError, "lacks `out`", "amax", {"out": None}),
                (ValueError, "`dim` cannot be", "amax", {"dim": "first"}),
                (ValueError, "`dim` is not a tensor", "amax", {"dim": self.x}),
                (ValueError, "`self` is a tensor", "amax", {"self": "x.npy"}),
                (ValueError, "`self`: unknown dtype `datetime64", "amax", {"self": self.x.astype("M8[s]")}),
                (TypeError, "self is a list", "amax", {"self": [1.5, 2.5]}),
                (TypeError, "self is not an array, but object", "amax", {"self": object()})]:
            with self.subTest(words), self.assertRaisesRegex(error, words):
                ascertain.check(operator, **{**given, **changed})

    def test_arrays_of_frameworks(self) -> None:
        class Exported:
            """Offers its elements by DLPack alone."""

            def __init__(self, array: Any) -> None:
                self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__

        makers = {"dlpack": Exported}
        if importlib.util.find_spec("jax"):
            import jax.numpy
            makers["jax"] = jax.numpy.asarray
        if importlib.util.find_spec("torch"):
            import torch
            makers["torch"] = torch.from_numpy
            halves = torch.tensor([[1.5, 2.5]], dtype=torch.bfloat16).T
            ascertain.assert_right("add", self=halves, other=halves, alpha=1, out=halves + halves)
        for name, make in makers.items():
            with self.subTest(name):
                ascertain.assert_right("amax", self=make(self.x), dim=[0], out=make(self.x.max(0)))

    def test_cases_tell(self) -> None:
        cases = list(ascertain.cases("amax", dtypes=["float32", "bf16"], n=40, seed=3))
        self.assertEqual([len(cases), {case["self"].dtype.name for case in cases}], [40, {"float32", "bfloat16"}])
        verdicts = []
        for given in cases:
            axes = tuple(given["dim"]) or None
            with np.errstate(invalid="ignore"):
                right = given["self"].max(axis=axes, keepdims=given.get("keepDim", False))
            ascertain.assert_right("amax", **given, out=right)
            verdicts.append(ascertain.check("amax", **given, out=np.maximum(right, right.dtype.type(0))).verdict)
        self.assertIn("wrong", verdicts)
        shapes = {case["self"].shape for case in ascertain.cases("abs", n=40, shapes=3)}
        self.assertLessEqual(len(shapes), 3)
        with self.assertRaisesRegex(ValueError, "of the dtypes"):
            next(ascertain.cases("bitwise-not", dtypes=["f32"]))
        sums = list(ascertain.cases("cumsum", dtypes=["f32", "f16"], n=40))
        self.assertEqual({given["dtype"].name for given in sums}, {"float32", "float16"})

    def test_options(self) -> None:
        strict = ascertain.Judge("--expect", "subnormals=keep")
        self.addCleanup(strict.close)
        tiny = {"self": np.float32([1e-40]), "other": np.float32([0]), "alpha": 1, "out": np.float32([0])}
        self.assertEqual([judge.check("add", **tiny).verdict for judge in (ascertain, strict)], ["right", "wrong"])
        with self.assertRaisesRegex(RuntimeError, "exit code 2"):
            ascertain.Judge("--profile", "none").check("add", **tiny)
        with self.assertRaisesRegex(RuntimeError, "cannot run"):
            ascertain.Judge(program="/nowhere/ascertain").check("add", **tiny)

    def test_one_process_for_threads_and_forks(self) -> None:
        judge = ascertain.Judge()
        self.addCleanup(judge.close)

        def ask(results: list[bool], size: int = 3000) -> None:
            for seed in range(8):
                x = np.random.default_rng(seed).standard_normal(size, np.float32)
                results.append(bool(judge.check("abs", self=x, out=abs(x) + np.float32(seed % 2))))

        lists: list[list[bool]] = [[] for _ in range(4)]
        threads = [threading.Thread(target=ask, args=(results,)) for results in lists]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        self.assertEqual(lists, [[True, False] * 4] * 4)
        first = judge._process
        assert first
        if hasattr(os, "fork"):
            child = os.fork()
            if child == 0:
                results: list[bool] = []
                ask(results)
                judge.close()
                os._exit(0 if results == [True, False] * 4 else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertIs(judge._process, first)
        # It is started again when somebody ended it.
        first.send_signal(signal.SIGTERM)
        first.wait(DEADLINE)
        self.assertTrue(judge.check("abs", self=self.x, out=abs(self.x)))

    def test_pytest(self) -> None:
        if not importlib.util.find_spec("pytest"):
            self.skipTest("no pytest")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "test_mine.py").write_text(PYTEST_FILE)
            done = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"], cwd=folder,
                                  env={**os.environ, "PYTHONPATH": str(FOLDER)}, stdout=subprocess.PIPE, encoding="utf-8",
                                  timeout=DEADLINE, check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("3 failed, 1 passed", done.stdout)
        self.assertIn("cited     aclnn.amax", done.stdout)
        self.assertIn("unknown operator `amx`", done.stdout)
        self.assertNotIn("__init__.py", done.stdout, "no line of the package")

    def test_hypothesis_finds_the_padded_maximum(self) -> None:
        if not importlib.util.find_spec("hypothesis"):
            self.skipTest("no hypothesis")
        from hypothesis import given, settings
        from hypothesis import strategies as st
        from hypothesis.extra.numpy import array_shapes, arrays

        @settings(max_examples=200, derandomize=True, database=None, deadline=None)
        @given(arrays(np.float32, array_shapes(max_dims=2, max_side=6), elements=st.integers(-9, 9).map(float)))
        def maximum(x: Any) -> None:
            ascertain.assert_right("amax", self=x, dim=[0], out=function(x, [0]))

        def whole(x: Any, dim: Any) -> Any:
            return x.max(axis=tuple(dim))

        function = whole
        maximum()
        function = padded_amax
        with self.assertRaisesRegex(AssertionError, r"\(-1\), got 0(.|\n)*amax.value"):
            maximum()


if __name__ == "__main__":
    unittest.main()
