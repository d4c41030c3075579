#!/usr/bin/env python3
"""Answers questions of `ascertain questions` with NumPy: offline_numpy.py DIR. OFFLINE.md describes the files."""
import json, pathlib, sys, numpy as np

DTYPES = dict(zip("f32 f16 f64 s8 u8 s16 u16 s32 u32 s64 u64 bool c64 c128".split(),
                  map(np.dtype, "f4 f2 f8 i1 u1 i2 u2 i4 u4 i8 u8 ? c8 c16".split())))
FACTORS = [name for name in DTYPES if name not in ("bool", "c64", "c128")]
HELLO = {"protocol": 1, "name": "numpy", "version": np.__version__, "ops": {
    "promote": {"tables": ["aclnn.tensor-tensor"]}, "cumprod": {"dtypes": FACTORS, "max_rank": 8}}}

def promote(ask):
    if not {ask["lhs"], ask["rhs"]} <= set(DTYPES):
        return {"unsupported": {"reason": "no such dtype"}}
    operands = [np.ones([1] * ask.get(f"{side}_rank", 1), DTYPES[ask[side]]) for side in ("lhs", "rhs")]
    return {"dtype": next(name for name, dtype in DTYPES.items() if dtype == np.add(*operands).dtype)}

def cumprod(call, data, out):
    x, dtype = call["input"], call.get("dtype") or call["input"]["dtype"]
    if not {x["dtype"], dtype} <= set(FACTORS) or "strides" in x:
        return {"rejected": {"message": "NumPy is not asked for such products here"}}
    x = np.frombuffer(data, DTYPES[x["dtype"]], np.prod(x["shape"], dtype=int), x["at"]).reshape(x["shape"])
    if (call["out"]["shape"], call["out"]["dtype"]) != (list(x.shape), dtype) or not -x.ndim <= call["dim"] < x.ndim:
        return {"rejected": {"message": "out or dim does not fit"}}
    with np.errstate(all="ignore"):
        y = np.cumprod(x.astype(DTYPES[dtype]), axis=call["dim"], dtype=DTYPES[dtype])
    return {"ok": {"dtype": dtype, "shape": list(y.shape), "at": out.tell(), "len": out.write(y.tobytes())}}

asked = pathlib.Path(sys.argv[1])
(asked / "answers").mkdir(exist_ok=True)
(asked / "answers/hello.json").write_text(json.dumps({
    **HELLO, "questions": json.loads((asked / "index.json").read_text())["digest"]}))
data = (asked / "questions.bin").read_bytes()
with open(asked / "answers/answers.jsonl", "w") as answers, open(asked / "answers/answers.bin", "wb") as out:
    for call in map(json.loads, open(asked / "questions.jsonl")):
        answer = {"unsupported": {"reason": "only promotions of tensors, and products out of place"}}
        if call["cmd"] == "promote" and call["table"] == "aclnn.tensor-tensor":
            answer = {"ok": [promote(ask) for ask in call["ask"]]}
        elif call["cmd"] == "cumprod" and {"input", "dim", "out"} <= set(call):
            answer = cumprod(call, data, out)
        print(json.dumps({"id": call["id"], **answer}), file=answers)
