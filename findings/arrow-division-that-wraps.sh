#!/usr/bin/env bash
# PyArrow 26.0.1: the least integer divided by -1 is 0.
#
# Expected: the least integer. The page of divide says that integer overflow wraps around, as negate does.
# Seen: 0, in every width.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet pyarrow==26.0.1
cat >"$folder/session.txt" <<'END'
>>> import pyarrow as pa, pyarrow.compute as pc
>>> least = lambda bits: (pa.array([-(2 ** (bits - 1))], f"int{bits}"), pa.array([-1], f"int{bits}"))
>>> [pc.divide(*least(bits))[0].as_py() for bits in (8, 16, 32, 64)]
[0, 0, 0, 0]
>>> pc.multiply(*least(8))[0].as_py(), pc.negate(least(8)[0])[0].as_py()
(-128, -128)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
