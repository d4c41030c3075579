#!/usr/bin/env python3
"""The cumulative product of s64 and f64 in plain Python: a whole adapter without a library."""
import base64, itertools, json, math, struct, sys

CODES = {"s64": "q", "f64": "d"}
HELLO = {"ok": {"protocol": 1, "name": "minimal", "version": "1", "framing": ["line"], "ops": {
    "cumprod": {"dtypes": ["s64", "f64"], "inplace": True, "strided": True}}}}

def cumprod(call):
    if call.get("null") or call.get("dim_dtype", "s32") != "s32":
        return {"rejected": {"message": "an argument is null, or dim is no s32"}}
    x, out, dim = call["input"], call["input"] if call.get("inplace") else call["out"], call["dim"]
    shape, dtype, rank = x["shape"], call.get("dtype") or x["dtype"], len(x["shape"])
    valid = rank <= 8 and -max(rank, 1) <= dim < max(rank, 1) and (out["dtype"], out["shape"]) == (dtype, shape)
    if not valid or call.get("inplace") and 0 in shape or {x["dtype"], dtype} & {"bool", "c32", "c64", "c128"}:
        return {"rejected": {"message": f"dim {dim} of {shape} as {dtype} into {out['dtype']} {out['shape']}"}}
    if not {x["dtype"], dtype} <= set(CODES):
        return {"unsupported": {"reason": "only s64 and f64"}}
    data = bytes.fromhex(x["hex"]) if "hex" in x else base64.b64decode(x["data"])
    data = struct.unpack(f"<{len(data) // 8}{CODES[x['dtype']]}", data)
    strides = x.get("strides") or [math.prod(shape[i + 1:]) for i in range(rank)]
    y = [data[x.get("offset", 0) + sum(i * stride for i, stride in zip(index, strides))]
         for index in itertools.product(*map(range, shape))]
    y = [float(v) if dtype == "f64" else int(v) if math.isfinite(v) else 0 for v in y]
    step, n = (math.prod(shape[dim % rank + 1:]), shape[dim]) if rank else (1, 1)
    for i in range(len(y)):
        y[i] *= y[i - step] if i // step % n else 1  # the element before this one along dim, if there is one
        y[i] = y[i] if dtype == "f64" else (y[i] + 2**63) % 2**64 - 2**63
    return {"ok": {"dtype": dtype, "shape": shape, "hex": struct.pack(f"<{len(y)}{CODES[dtype]}", *y).hex()}}

if __name__ == "__main__":
    commands = {"hello": lambda _: HELLO, "cumprod": cumprod, "bye": lambda _: sys.exit()}
    for request in map(json.loads, sys.stdin):
        answer = commands.get(request["cmd"], lambda _: {"unsupported": {"reason": "only cumprod"}})(request)
        print(json.dumps({"id": request["id"], **answer}), flush=True)
