#!/usr/bin/env bash
# PaddlePaddle 3.3.1, CPU: argmax and argmin are not where the maximum and minimum are, if those are NaN.
#
# Expected: 1, the place of what paddle.max and paddle.min return.
# Seen: 0, the place of another element.
exec "$(dirname "$0")/session" paddlepaddle==3.3.1 <<'END'
>>> import paddle
>>> x = paddle.to_tensor([0.0, float("nan")])
>>> paddle.max(x).item(), paddle.min(x).item(), paddle.argmax(x).item(), paddle.argmin(x).item()
(nan, nan, 0, 0)
END
