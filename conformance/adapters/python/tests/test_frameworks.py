"""Tests of the adapters of frameworks: that they answer for what they should, and as the framework does.

Those whose framework is not installed for this Python are skipped, but for what they say then.
"""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import sys
import unittest
from base64 import b64decode
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from test_adapters import DEADLINE, FOLDER, HELLO, Json, talk, tensor

from ascertain_adapters import Adapter, Tensor
from ascertain_adapters.framework import ARRAY_NAMES, elementwise, multiple, operators

FRAMEWORKS = {"numpy": "numpy", "torch": "torch", "jax": "jax", "mindspore": "mindspore", "tensorflow": "tensorflow-cpu",
              "paddle": "paddlepaddle", "tinygrad": "tinygrad", "mlx": "'mlx", "array_api_strict": "array-api-strict"}
TABLES = {"aclnn.tensor-tensor", "aclnn.tensor-scalar", "mindspore.tensor-tensor", "mindspore.number-tensor"}
PROMOTE_TO_FLOATS = ("numpy", "torch", "jax", "mindspore", "mlx", "tinygrad")  # s32 and f32 have a sum
KEEP_TRUTHS = ("numpy", "torch")  # read a byte as a bool and do not change it
WITH_OUT = ("numpy", "torch", "paddle")  # write their result to memory of the caller
FLOATS = {"f16": "e", "f32": "f", "f64": "d"}
INTEGERS = {"s8": "b", "u8": "B", "s32": "i", "u32": "I"}
IMPORT = 300  # seconds that a framework has to be imported and asked: some take long on a busy machine


PRODUCT: Json = {"cmd": "cumprod", "input": tensor("f32", [2, 2], "f", [2, 3, 5, 7]), "dim": 1,
                 "out": {"dtype": "f32", "shape": [2, 2]}}
BYTES: Json = {"cmd": "reinterpret", "input": {"dtype": "f32", "shape": [2], "hex": "0000803f010203c4"}}
LACKS = {"tinygrad": {"c64", "c128"}, "mlx": {"c128"}, "array_api_strict": {"f16"}}  # of the dtypes below
KEPT = ["f32", "f16", "f64", "s8", "u8", "s16", "s32", "s64", "c64", "c128"]  # dtypes that everybody adds to themselves
REQUESTS: dict[str, Json] = {
    "pairs": {"cmd": "promote", "table": "aclnn.tensor-tensor",
              "ask": [{"lhs": dtype, "rhs": dtype, "lhs_rank": rank} for dtype in KEPT for rank in (0, 1)]},
    "scalars": {"cmd": "promote", "table": "aclnn.tensor-scalar",
                "ask": [{"tensor": dtype, "scalar": dtype} for dtype in KEPT]},
    "numbers": {"cmd": "promote", "table": "mindspore.number-tensor",
                "ask": [{"tensor": dtype, "number": "float"} for dtype in ("f32", "f16", "f64", "c64")]},
    # An axis that there is not, again and again between products that there are: none may come in place of another.
    **{f"product {turn}": PRODUCT if turn % 3 else {**PRODUCT, "dim": 2 if turn % 2 else -3} for turn in range(12)},
    **{f"factors {dtype}": {"cmd": "cumprod", "input": tensor(dtype, [5], code, [1.5, -2, 0.5, 4, -0.0]), "dim": -1,
                            "out": {"dtype": dtype, "shape": [5]}} for dtype, code in FLOATS.items()},
    **{f"integers {dtype}": {"cmd": "cumprod", "input": tensor(dtype, [2], code, [2, 3]), "dim": 0,
                             "out": {"dtype": dtype, "shape": [2]}} for dtype, code in INTEGERS.items()},
    "same width": {**BYTES, "dtype": "s32"},
    "narrow": {**BYTES, "dtype": "u8"},
    "truths": {"cmd": "reinterpret", "input": {"dtype": "u8", "shape": [2], "strides": [2], "hex": "020003"}, "dtype": "bool"},
    "wrong out": {**PRODUCT, "out": {"dtype": "f32", "shape": [7]}},
    "null": {**PRODUCT, "null": ["out"]},
    "time": {"cmd": "bench", "samples": 2, "least_ns": 1, "threads": 1, "result": True, "call": PRODUCT},
    "time again": {"cmd": "bench", "samples": 3, "least_ns": 1, "threads": 1},
    "time a refusal": {"cmd": "bench", "samples": 1, "least_ns": 1, "threads": 1, "call": {**PRODUCT, "dim": 2}}}


class Answers:
    """What holds for all of them, asked through the protocol in one process; `framework` says which."""

    framework: ClassVar[str]
    hello: ClassVar[Json]
    answers: ClassVar[dict[str, Json]]

    @classmethod
    def setUpClass(cls) -> None:
        requests = [HELLO, *({"id": number, **request} for number, request in enumerate(REQUESTS.values(), 1))]
        cls.hello, *answers = talk(["-m", "ascertain_adapters", cls.framework], requests, limit=IMPORT)
        cls.answers = dict(zip(REQUESTS, answers))

    def cannot_be_asked(self: Any, dtype: str, answer: Json) -> bool:
        """Whether the framework lacks the dtype or has no kernel for it. For a dtype that it lacks, that is the answer."""
        if dtype in LACKS.get(self.framework, ()):
            self.assertIn("unsupported", answer)
            return True
        return "unsupported" in answer and answer["unsupported"]["reason"].startswith("no kernel")

    def test_hello(self: Any) -> None:
        mul, = talk(["-m", f"ascertain_adapters.{self.framework}", "--op", "mul"], [HELLO], limit=IMPORT)
        self.assertEqual(set(self.hello["ok"]["ops"]["promote"]["tables"]), TABLES)
        named = self.framework.replace("_", "-")
        self.assertEqual((self.hello["ok"]["name"], mul["ok"]["name"]), (named, f"{named}-mul"))
        self.assertNotIn("order", self.hello["ok"]["ops"]["cumprod"])

    def test_one_dtype_stays(self: Any) -> None:
        expected = {"pairs": [dtype for dtype in KEPT for _ in range(2)], "scalars": KEPT,
                    "numbers": ["f32", "f16", "f64", "c64"]}
        for name, dtypes in expected.items():
            for dtype, answer in zip(dtypes, self.answers[name]["ok"]):
                if not self.cannot_be_asked(dtype, answer):
                    self.assertEqual(answer, {"dtype": dtype})

    def test_a_refusal_leaves_nothing_behind(self: Any) -> None:
        for turn in range(12):
            answer = self.answers[f"product {turn}"]
            if turn % 3:
                self.assertEqual(values("f", answer), [2, 6, 5, 35])
            else:
                self.assertIn("rejected", answer)

    def test_products_are_of_the_tensor_sent(self: Any) -> None:
        for dtype, code in FLOATS.items():
            answer = self.answers[f"factors {dtype}"]
            if not self.cannot_be_asked(dtype, answer):
                self.assertEqual(str(values(code, answer)), "[1.5, -3.0, -1.5, -6.0, 0.0]")

    def test_other_dtypes_of_results_are_declared(self: Any) -> None:
        declared = self.hello["ok"]["ops"]["cumprod"].get("result", {})
        for dtype in INTEGERS:
            answer = self.answers[f"integers {dtype}"]
            if not self.cannot_be_asked(dtype, answer):
                self.assertEqual(answer["ok"]["dtype"], declared.get(dtype, dtype))

    def test_bytes_are_kept_when_read_anew(self: Any) -> None:
        if "reinterpret" not in self.hello["ok"]["ops"]:
            self.skipTest(f"{self.framework} does not read bytes as another dtype")
        same, narrow = self.answers["same width"], self.answers["narrow"]
        self.assertEqual((same["ok"]["dtype"], same["ok"]["shape"]), ("s32", [2]))
        self.assertEqual({content(same).hex(), content(narrow).hex()}, {BYTES["input"]["hex"]})

    def test_bytes_of_bools_are_kept(self: Any) -> None:
        if self.framework in KEEP_TRUTHS:
            self.assertEqual(content(self.answers["truths"]).hex(), "0203")

    def test_what_is_right_is_timed(self: Any) -> None:
        self.assertTrue(self.hello["ok"]["bench"])
        first, again = self.answers["time"]["ok"], self.answers["time again"]["ok"]
        self.assertEqual(values("f", {"ok": first["result"]}), [2, 6, 5, 35])
        self.assertEqual([len(answer[key]) for answer in (first, again) for key in ("ns", "copy_ns")], [2, 2, 3, 3])
        self.assertRegex(first["timed"], "prod.*(x|dim)")
        self.assertEqual(first["preallocated"], self.framework in WITH_OUT)
        self.assertIn("rejected", self.answers["time a refusal"])

    def test_what_cannot_be_asked_is_no_refusal(self: Any) -> None:
        self.assertEqual("unsupported" in self.answers["wrong out"], self.framework not in WITH_OUT)
        self.assertIn("unsupported", self.answers["null"])


def content(answer: Json) -> bytes:
    """The bytes of an answer."""
    result = answer["ok"]
    return bytes.fromhex(result["hex"]) if "hex" in result else b64decode(result["data"])


def values(code: str, answer: Json) -> list[Any]:
    """The elements of an answer."""
    data = content(answer)
    return list(struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data))


def make(framework: str) -> type[unittest.TestCase]:
    """The tests of one framework."""
    case = type(framework, (Answers, unittest.TestCase), {"framework": framework})
    installed = importlib.util.find_spec(framework) is not None
    return unittest.skipUnless(installed, f"{framework} is not installed")(case)


(NumPyAnswers, TorchAnswers, JaxAnswers, MindSporeAnswers, TensorFlowAnswers, PaddleAnswers, TinygradAnswers, MlxAnswers,
 ArrayApiStrictAnswers) = map(make, FRAMEWORKS)


class Numbers(NamedTuple):
    """A tensor of the toy below."""
    dtype: str
    all: list[Any]


def toy_adapter() -> Adapter:
    """An adapter for a framework without `out`. Its indices are s64."""
    codes = {"f32": "f", "f64": "d", "s32": "i", "s64": "q"}

    def each(function: Any) -> Any:
        return lambda x, *others: Numbers(x.dtype, [function(*all) for all in zip(x.all, *(other.all for other in others))])

    def own(tensor: Tensor) -> Any:
        code = codes[tensor.dtype]
        return Numbers(tensor.dtype, list(struct.unpack(f"<{len(tensor.data) // struct.calcsize(code)}{code}", tensor.data)))

    def answer(result: Any, target: Tensor, out: Any) -> Tensor:
        dtype, numbers = result
        return Tensor(dtype, [len(numbers)], struct.pack(f"<{len(numbers)}{codes[dtype]}", *numbers))

    def cummax(x: Any, dim: int) -> Any:
        best = [max(range(end), key=x.all.__getitem__) for end in range(1, len(x.all) + 1)]
        return Numbers(x.dtype, [x.all[index] for index in best]), Numbers("s64", best)

    def cast(x: Any, dtype: str) -> Any:
        return Numbers(dtype, x.all)

    module = SimpleNamespace(negative=each(lambda number: -number), multiply=each(lambda x, y: x * y))
    add = multiple(each(lambda x, y: x + y), lambda x, factor: each(lambda number: number * factor)(x), cast,
                   lambda scalar: scalar.all[0])
    adapter = Adapter("toy", "1", lacks={"c32": "toys are not complex"})
    operators(adapter, {"add": add, "cummax": cummax, **elementwise(module, **ARRAY_NAMES)},
              {dtype: dtype for dtype in codes}, 1, own, answer, cast)
    return adapter


class Tables(unittest.TestCase):
    """Operators by a table of functions, without a process: of NumPy, which writes to `out`, and of a toy, which cannot."""

    PAIR = tensor("f32", [2], "f", [1, -2])
    OUT: Json = {"dtype": "f32", "shape": [2]}
    ADD: Json = {"cmd": "add", "self": PAIR, "other": tensor("f32", [2], "f", [10, 20]),
                 "alpha": tensor("f32", [], "f", [3]), "out": OUT}

    def holds(self, adapter: Adapter, request: Json, *expected: tuple[str, str, list[Any]]) -> None:
        """That these are the results: their dtype, its code, and their elements."""
        result = adapter.answer(request).get("ok")
        results = result if isinstance(result, list) else [result]
        self.assertEqual([(each.dtype, bytes(each.data)) for each in results],
                         [(dtype, struct.pack(f"<{len(of)}{code}", *of)) for dtype, code, of in expected])

    def holds_for_both(self, adapter: Adapter) -> None:
        self.assertEqual({"add", "mul", "neg"} - adapter.ops.keys(), set())
        neg = {"cmd": "neg", "self": self.PAIR, "out": self.OUT}
        self.holds(adapter, neg, ("f32", "f", [-1, 2]))
        self.holds(adapter, {**neg, "out": {"dtype": "f64", "shape": [2]}}, ("f64", "d", [-1, 2]))
        self.holds(adapter, self.ADD, ("f32", "f", [31, 58]))
        for lacking in ({"self": {"dtype": "c32", "shape": [1], "hex": "00000000"}},
                        {"out": {"dtype": "c32", "shape": [2]}}):
            answer = adapter.answer({**neg, **lacking})
            self.assertEqual(answer, {"unsupported": {"reason": adapter.lacks["c32"]}})

    def test_functions_that_make_their_results(self) -> None:
        adapter = toy_adapter()
        self.holds_for_both(adapter)
        self.assertNotIn("tanh", adapter.ops)
        self.assertFalse(adapter.ops["mul"]["inplace"])
        # What a framework would refuse to write to `out` cannot be asked.
        for out in ({"dtype": "s32", "shape": [2]}, {"dtype": "f32", "shape": [3]}):
            self.assertIn("unsupported", adapter.answer({"cmd": "neg", "self": self.PAIR, "out": out}))
        self.holds(adapter, {"cmd": "cummax", "self": tensor("f32", [3], "f", [2, 1, 5]), "dim": 0,
                             "valuesOut": {"dtype": "f64", "shape": [3]}, "indicesOut": {"dtype": "s32", "shape": [3]}},
                   ("f64", "d", [2, 2, 5]), ("s32", "i", [0, 0, 2]))

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
    def test_functions_that_write_to_out(self) -> None:
        from ascertain_adapters.arrays import DTYPES, array, np
        from ascertain_adapters.arrays import tensor as answer
        from ascertain_adapters.numpy import numpy_adapter
        adapter = numpy_adapter()
        self.holds_for_both(adapter)
        self.assertTrue(adapter.ops["sub"]["inplace"])
        integers = {"dtype": "s32", "shape": [2]}
        self.assertIn("rejected", adapter.answer({"cmd": "neg", "self": self.PAIR, "out": integers}))
        # In place, every other element is written, and the gap stays.
        view = tensor("f32", [2], "f", [1, 7, -2], strides=[2], offset=0)
        self.holds(adapter, {"cmd": "sub", "selfRef": view, "other": self.ADD["other"], "alpha": self.ADD["alpha"],
                             "inplace": True}, ("f32", "f", [-29, 7, -62]))
        # Some pages call it self in place, too.
        self.holds(adapter, {"cmd": "sqrt", "self": tensor("f32", [2], "f", [4, 9]), "inplace": True}, ("f32", "f", [2, 3]))
        operators(adapter, {"divmod": np.divmod}, DTYPES, 1, array, lambda result, target, out: answer(out), np.asarray,
                  out=("divmod",))
        self.holds(adapter, {"cmd": "divmod", "self": tensor("f32", [2], "f", [7, 9]),
                             "other": tensor("f32", [2], "f", [2, 5]),
                             "quotientOut": {"dtype": "f64", "shape": [2]}, "remainderOut": self.OUT},
                   ("f64", "d", [3, 1]), ("f32", "f", [1, 4]))


class Multiples(unittest.TestCase):
    def test_a_multiple_is_promoted_before_it_is_multiplied(self) -> None:
        for framework in PROMOTE_TO_FLOATS:
            with self.subTest(framework):
                if not importlib.util.find_spec(framework):
                    self.skipTest(f"{framework} is not installed")
                numbers = {"self": tensor("f32", [1], "f", [1]), "other": tensor("s32", [1], "i", [2 ** 31 - 1]),
                           "alpha": tensor("s32", [], "i", [4]), "out": {"dtype": "f32", "shape": [1]}}
                _, total = talk(["-m", "ascertain_adapters", framework], [HELLO, {"id": 1, "cmd": "add", **numbers}],
                                limit=IMPORT)
                self.assertEqual(struct.unpack("f", content({"ok": total["ok"][0]})), (2.0 ** 33,))


@unittest.skipUnless(importlib.util.find_spec("jax"), "jax is not installed")
class JaxOperators(unittest.TestCase):
    def test_a_dimension_that_there_is_not_is_refused(self) -> None:
        ones = {"self": tensor("f32", [2, 2], "f", [1] * 4), "dim": [2], "keepDim": False, "dtype": "f32",
                "out": {"dtype": "f32", "shape": [2]}}
        _, mean = talk(["-m", "ascertain_adapters", "jax"], [HELLO, {"id": 1, "cmd": "mean", **ones}], limit=IMPORT)
        self.assertIn("rejected", mean)


@unittest.skipUnless(importlib.util.find_spec("paddle"), "paddle is not installed")
class PaddleUnsigned(unittest.TestCase):
    def test_unsigned_tensors_are_made_although_little_computes_with_them(self) -> None:
        asks = [{"lhs": "u16", "rhs": "s8"}, {"lhs": "u16", "rhs": "u16"}]
        _, promoted, read = talk(["-m", "ascertain_adapters", "paddle"],
                                 [HELLO, {"id": 1, "cmd": "promote", "table": "aclnn.tensor-tensor", "ask": asks},
                                  {"id": 2, **BYTES, "dtype": "u16"}], limit=IMPORT)
        self.assertEqual([list(of) for of in promoted["ok"]], [["rejected"], ["unsupported"]])
        self.assertEqual((read["ok"]["dtype"], content(read).hex()), ("u16", BYTES["input"]["hex"]))


class BfloatOfTheirOwn(unittest.TestCase):
    """Frameworks that have bf16 without NumPy's, which needs ml_dtypes; of MindSpore's own arrays it also depends on NumPy."""

    def test_bf16_needs_nothing_of_numpy(self) -> None:
        pattern = "803fd27f0080"  # one, a NaN with a payload, minus zero
        requests = [HELLO, {"id": 1, "cmd": "promote", "table": "aclnn.tensor-tensor",
                            "ask": [{"lhs": "bf16", "rhs": "bf16"}, {"lhs": "bf16", "rhs": "f32"}]},
                    {"id": 2, "cmd": "reinterpret", "dtype": "bf16", "input": {"dtype": "s16", "shape": [3], "hex": pattern}},
                    {"id": 3, "cmd": "reinterpret", "dtype": "s16", "input": {"dtype": "bf16", "shape": [3], "hex": pattern}}]
        installed = [name for name in ("mindspore", "mlx", "paddle", "tinygrad") if importlib.util.find_spec(name)]
        if not installed:
            self.skipTest("none of these frameworks is installed")
        for framework in installed:
            script = f"import sys, runpy; sys.modules['ml_dtypes'] = None; sys.argv[1:] = ['{framework}']; " \
                     "runpy.run_module('ascertain_adapters', run_name='__main__')"
            hello, promoted, to, back = talk(["-c", script], requests, limit=IMPORT)
            with self.subTest(framework):
                self.assertIn("bf16", hello["ok"]["ops"]["cumprod"]["dtypes"])
                for answer, dtype in zip(promoted["ok"], ("bf16", "f32")):
                    if not answer.get("unsupported", {}).get("reason", "").startswith("no kernel"):
                        self.assertEqual(answer, {"dtype": dtype})
                self.assertEqual([(answer["ok"]["dtype"], content(answer).hex()) for answer in (to, back)],
                                 [("bf16", pattern), ("s16", pattern)])


@unittest.skipUnless(importlib.util.find_spec("tinygrad"), "tinygrad is not installed")
class TinygradWeakDtypes(unittest.TestCase):
    def test_a_weak_dtype_is_that_of_the_elements(self) -> None:
        asks = [{"tensor": tensor, "number": number} for tensor, number in
                (("s8", "float"), ("u64", "float"), ("bool", "int"), ("f16", "float"), ("s8", "int"))]
        _, answer = talk(["-m", "ascertain_adapters", "tinygrad"],
                         [HELLO, {"id": 1, "cmd": "promote", "table": "mindspore.number-tensor", "ask": asks}], limit=IMPORT)
        self.assertEqual([of["dtype"] for of in answer["ok"]], ["f32", "f32", "s32", "f16", "s8"])


@unittest.skipUnless(importlib.util.find_spec("torch"), "torch is not installed")
class TorchOnADevice(unittest.TestCase):
    """PyTorch with a device that a plug-in brings. Here it is a stand-in, whose tensors lie in the memory of the CPU."""

    def test_the_device_answers_as_the_cpu_does(self) -> None:
        # PyTorch gives an `out` of another size a new one, which the stand-in cannot do.
        asked = [{"id": number, **REQUESTS[name]} for number, name in enumerate(REQUESTS, 1)
                 if name != "wrong out" and not name.startswith("time")]
        on_cpu = talk(["-m", "ascertain_adapters", "torch"], [HELLO, *asked], limit=IMPORT)
        script = f"import sys; sys.path.append({str(FOLDER / 'tests' / 'stand_in')!r}); " \
                 "from ascertain_adapters.torch import main; main(['--device', 'npu'])"
        on_device = talk(["-c", script], [HELLO, *asked], limit=IMPORT)
        self.assertEqual(on_device[0]["ok"]["name"], "torch-npu")
        self.assertEqual(on_device[1:], on_cpu[1:])

    def test_without_the_device_says_what_is_missing(self) -> None:
        for device, words in (("npu", "torch_npu.*pip install torch_npu"), ("cuda:999", "`cuda:999`"), ("no", "`no`")):
            done = subprocess.run([sys.executable, "-m", "ascertain_adapters", "torch", "--device", device],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                  timeout=IMPORT, cwd=FOLDER, check=False)
            with self.subTest(device):
                self.assertEqual((done.returncode, done.stdout), (3, b""), done.stderr)
                self.assertRegex(done.stderr.decode(), words)


class Missing(unittest.TestCase):
    def test_says_what_to_install(self) -> None:
        for framework, package in FRAMEWORKS.items():
            script = f"import sys, runpy; sys.modules['{framework}'] = None; sys.argv[1:] = ['{framework}']; " \
                     "runpy.run_module('ascertain_adapters', run_name='__main__')"
            done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  stdin=subprocess.DEVNULL, timeout=DEADLINE, cwd=FOLDER, check=False)
            with self.subTest(framework):
                self.assertEqual((done.returncode, done.stdout), (3, b""), done.stderr)
                self.assertRegex(done.stderr.decode(), f"pip install ({package}|numpy)")

    def test_an_unknown_name_lists_the_others(self) -> None:
        done = subprocess.run([sys.executable, "-m", "ascertain_adapters", "torhc"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=DEADLINE, cwd=FOLDER, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(",".join(FRAMEWORKS).encode(), done.stderr)


if __name__ == "__main__":
    unittest.main()
