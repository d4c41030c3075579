#!/usr/bin/env bash
# NumPy 2.4.6 with ml_dtypes 0.6.0: what a ufunc returns depends on an earlier call with `out` of bfloat16.
#
# Expected: the same answer whatever was called before; by its documentation NumPy chooses a loop by the dtypes of a call.
# Seen: the loop that the first call finds, by its `out`, is used for later calls with the same inputs. A sum is refused until the
# same sum was computed without `out`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet numpy==2.4.6 ml_dtypes==0.6.0
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, ml_dtypes
>>> x, half = np.arange(4, dtype=np.uint8), np.empty(4, np.float16)
>>> np.sin(x).dtype, np.sin(x, out=half).dtype  # nobody has asked for bfloat16 yet
(dtype('float16'), dtype('float16'))
>>> _ = np.sqrt(x, out=np.empty(4, ml_dtypes.bfloat16))
>>> np.sqrt(x).dtype
dtype(bfloat16)
>>> np.sqrt(x, out=half)
Traceback (most recent call last):
    ...
numpy._core._exceptions._UFuncOutputCastingError: Cannot cast ufunc 'sqrt' output from dtype(bfloat16) to dtype('float16') with casting rule 'same_kind'
>>> ones, out = np.ones(3), np.empty((), ml_dtypes.bfloat16)
>>> np.sum(ones, dtype=ml_dtypes.bfloat16, out=out)
Traceback (most recent call last):
    ...
TypeError: found a user loop for ufunc 'add' matching the type-tuple, but the inputs and/or outputs could not be cast according to the casting rule
>>> _ = np.sum(ones, dtype=ml_dtypes.bfloat16)
>>> np.sum(ones, dtype=ml_dtypes.bfloat16, out=out)
array(3, dtype=bfloat16)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
