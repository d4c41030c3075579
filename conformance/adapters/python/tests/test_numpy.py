"""Tests of the NumPy adapter: that it asks NumPy, and for what the request says. Skipped without NumPy."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import random
import subprocess
import sys
import unittest
import warnings
from base64 import b64decode

from test_adapters import DEADLINE, FOLDER, HELLO, Json, replay, talk
from test_pytest_plugin import PROGRAM

HAS_NUMPY = importlib.util.find_spec("numpy") is not None
HAS_ML_DTYPES = importlib.util.find_spec("ml_dtypes") is not None
if HAS_NUMPY:
    import numpy as np

    from ascertain_adapters.arrays import DTYPES, NAMES

COMMAND = ["-m", "ascertain_adapters.numpy"]


@unittest.skipUnless(HAS_NUMPY, "NumPy is not installed")
class NumPy(unittest.TestCase):
    def test_tables_are_numpys(self) -> None:
        """Every pair, by the operator as by np.result_type, whatever the operands' ranks. Not those of bf16, which
        np.result_type knows less about than `+` does."""
        names = [name for name in DTYPES if name != "bf16"]
        pairs = list(itertools.product(names, names))
        asks = [{"lhs": lhs, "rhs": rhs, **ranks} for ranks in ({}, {"lhs_rank": 0}, {"rhs_rank": 0, "lhs_rank": 0})
                for lhs, rhs in pairs]
        scalars = [{"tensor": tensor, "scalar": scalar} for tensor, scalar in pairs]
        numbers = [{"tensor": name, "number": number} for name in names for number in ("bool", "int", "float")]
        expected = [NAMES[np.result_type(DTYPES[lhs], DTYPES[rhs])] for lhs, rhs in pairs]
        for options in ([], ["--op", "mul"]):
            tables = {"aclnn.tensor-tensor": asks, "mindspore.tensor-tensor": asks, "aclnn.tensor-scalar": scalars,
                      "mindspore.number-tensor": numbers}
            requests = [HELLO] + [{"id": number, "cmd": "promote", "table": table, "ask": tables[table]}
                                  for number, table in enumerate(tables, 1)]
            hello, *answers = talk(COMMAND + options, requests)
            self.assertEqual(hello["ok"]["name"], "numpy-mul" if options else "numpy")
            self.assertEqual(hello["ok"]["version"], np.__version__)
            named = [[answer.get("dtype") for answer in table["ok"]] for table in answers]
            self.assertEqual(named[:3], [expected * 3, expected * 3, expected])
            python = [NAMES[np.result_type(DTYPES[ask["tensor"]], {"bool": True, "int": 1, "float": 1.0}[
                ask["number"]])] for ask in numbers]
            self.assertEqual(named[3], python)

    @unittest.skipUnless(PROGRAM, "no `ascertain`")
    def test_every_operator_is_timed_or_says_why_not(self) -> None:
        for backend in ("numpy", "array_api_strict"):
            if importlib.util.find_spec(backend) is None:
                continue
            command = f"bench -b {backend} --quick --elements 50 --sample 0.0001 --rounds 1 --dtypes f32,s32 --report json=-"
            done = subprocess.run([str(PROGRAM), *command.split()], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300,
                                  env={**os.environ, "ASCERTAIN_PYTHON": sys.executable})
            results = [(case["operator"], case["dtype"], case["results"][0]) for case in json.loads(done.stdout)["cases"]]
            self.assertEqual([result for result in results if result[2]["verdict"] == "error"], [])
            self.assertGreater(len({operator for operator, _, result in results if "timing" in result}), 40, results)

    def test_no_name_is_other(self) -> None:
        from ascertain_adapters.arrays import short_name
        self.assertEqual(short_name(np.dtype(object)), "other:object")

    def test_products_are_those_of_the_view(self) -> None:
        """Strides, offsets, dtype and in place, against a product taken slice by slice."""
        pick, generator = random.Random(3), np.random.default_rng(3)
        names = list(DTYPES)
        requests: list[Json] = [HELLO]
        expected = []
        for number in range(1, 400):
            source, target = DTYPES[pick.choice(names)], DTYPES[pick.choice(names)]
            inplace = pick.random() < 0.3
            target = source if inplace else target
            shape = [pick.randrange(4) for _ in range(pick.randrange(1, 5))]
            storage = generator.integers(0, 3, [size + 1 for size in shape]).astype(source)
            view = storage.transpose(pick.sample(range(len(shape)), len(shape)))[(slice(1, None),) * len(shape)]
            dim = pick.randrange(-view.ndim, view.ndim)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of imaginary parts, which have nowhere to go in a real dtype
                x = np.moveaxis(view.astype(target), dim, 0).copy()
            for k in range(1, len(x)):
                x[k] = x[k - 1] * x[k]
            expected.append(np.moveaxis(x, 0, dim))
            strides = [stride // source.itemsize for stride in view.strides]
            requests.append({
                "id": number, "cmd": "cumprod", "dim": dim, "inplace": inplace, "out": {
                    "dtype": NAMES[target], "shape": list(view.shape)},
                "dtype": pick.choice((None, NAMES[target])) if source == target else NAMES[target],
                "input": {"dtype": NAMES[source], "shape": list(view.shape), "hex": storage.tobytes().hex(),
                          "strides": strides, "offset": sum(strides)}})
        for request, answer, y in zip(requests[1:], talk(COMMAND, requests)[1:], expected):
            result = answer.get("ok")
            self.assertIsNotNone(result, (request, answer))
            self.assertEqual((result["dtype"], result["shape"]), (request["out"]["dtype"], list(y.shape)), request)
            data = bytes.fromhex(result["hex"]) if "hex" in result else b64decode(result["data"])
            if request["inplace"]:  # the whole storage comes back, and its gaps as they were
                view = request["input"]
                before = np.frombuffer(bytes.fromhex(view["hex"]), y.dtype).copy()
                after = np.lib.stride_tricks.as_strided(before[view["offset"]:] if y.size else before, y.shape, [
                    stride * y.itemsize for stride in view["strides"]])
                after[...] = y
                self.assertEqual((result["strides"], result["offset"]), (view["strides"], view["offset"]))
                self.assertEqual(data, before.tobytes(), request)
            else:
                self.assertEqual(data, y.tobytes(), request)

    def test_out_with_gaps_keeps_them(self) -> None:
        out = {"dtype": "u8", "shape": [2, 1], "strides": [3, 1], "offset": 1, "hex": "aabbccddee"}
        call = {"cmd": "cumprod", "input": {"dtype": "u8", "shape": [2, 1], "hex": "0203"}, "dim": 0, "out": out}
        _, answer = talk(COMMAND, [HELLO, {"id": 1, **call}])
        self.assertEqual(answer["ok"], {**out, "hex": "aa02ccdd06"})

    def test_refusals_are_numpys_and_slips_are_not(self) -> None:
        good: Json = {"cmd": "cumprod", "input": {"dtype": "f32", "shape": [2], "hex": "0000803f00000040"}, "dim": 0,
                      "inplace": False, "out": {"dtype": "f32", "shape": [2]}}
        outcomes: list[tuple[Json, str]] = [
            ({}, "ok"), ({"dim": 1}, "rejected"), ({"dim": 2**40}, "rejected"), ({"dim_dtype": "f32"}, "rejected"),
            ({"dim_dtype": "s16"}, "ok"), ({"dim_dtype": "c32"}, "unsupported"),
            ({"out": {"dtype": "f32", "shape": [3]}}, "rejected"), ({"inplace": True}, "ok"),
            ({"inplace": True, "dim": -2}, "rejected"), ({"dtype": "c32"}, "unsupported"),
            ({"null": ["dim"]}, "unsupported"), ({"dim": "0"}, "rejected"),
            ({"input": {**good["input"], "strides": [4]}}, "failed"),
            ({"cmd": "reinterpret", "dtype": "u64"}, "ok"), ({"cmd": "reinterpret", "dtype": "c128"}, "rejected")]
        requests = [{"id": number, **good, **changes} for number, (changes, _) in enumerate(outcomes)]
        answers = talk(COMMAND, requests)
        self.assertEqual([list(answer)[1] for answer in answers], [outcome for _, outcome in outcomes])

    def test_without_ml_dtypes_bfloat16_is_unsupported(self) -> None:
        script = "import sys, runpy; sys.modules['ml_dtypes'] = None; sys.argv[1:] = []; " \
                 "runpy.run_module('ascertain_adapters.numpy', run_name='__main__')"
        hello, answer = talk(["-c", script], [HELLO, {"id": 1, "cmd": "promote", "table": "aclnn.tensor-tensor",
                                                      "ask": [{"lhs": "f32", "rhs": "bf16"}]}])
        self.assertNotIn("bf16", hello["ok"]["ops"]["cumprod"]["dtypes"])
        self.assertIn("ml_dtypes", answer["ok"][0]["unsupported"]["reason"])

    def test_options(self) -> None:
        plain, = talk(COMMAND, [HELLO])
        self.assertNotIn("order", plain["ok"]["ops"]["cumprod"])
        declared, point = talk(COMMAND + ["--declare"], [HELLO, {
            "id": 1, "cmd": "cumprod", "input": {"dtype": "u8", "shape": [], "hex": "01"}, "dim": 0,
            "out": {"dtype": "u8", "shape": [1]}}])
        self.assertEqual(declared["ok"]["ops"]["cumprod"]["accumulator"]["f16"], "f16")
        self.assertIn("unsupported", point)

    @unittest.skipUnless(HAS_ML_DTYPES, "ml_dtypes is not installed")
    def test_transcript(self) -> None:
        replay(self, "numpy", COMMAND)


class NoNumPy(unittest.TestCase):
    def test_says_what_to_install(self) -> None:
        # Environments that uv makes are without pip.
        for missing, command in ((["numpy"], b" -m pip install numpy"), (["numpy", "pip"], b"uv pip install numpy")):
            script = f"import sys, runpy; sys.modules.update(dict.fromkeys({missing})); " \
                     "runpy.run_module('ascertain_adapters.numpy', run_name='__main__')"
            done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  timeout=DEADLINE, cwd=FOLDER)
            self.assertEqual((done.returncode, done.stdout, command in done.stderr), (3, b"", True), done.stderr)


if __name__ == "__main__":
    unittest.main()
