#!/usr/bin/env bash
# PaddlePaddle 3.3.1, CPU: paddle.equal and == take different numbers for equal.
#
# Expected: False. The page of paddle.equal mentions no tolerance; isclose and allclose have one.
# Seen: numbers that are near each other in absolute terms are equal, although one is less than the other.
exec "$(dirname "$0")/session" paddlepaddle==3.3.1 <<'END'
>>> import paddle
>>> pair = lambda a, b, dtype: (paddle.to_tensor([a], dtype=dtype), paddle.to_tensor([b], dtype=dtype))
>>> paddle.equal(*pair(0.0, 1e-20, "float32")).item(), paddle.equal(*pair(1e-20, 2e-20, "float64")).item()
(True, True)
>>> x, y = pair(1.0, 1.0000000000000002, "float64")
>>> (x == y).item(), (x != y).item(), (x < y).item()
(True, False, True)
END
