#!/usr/bin/env bash
# Polars 2.1.0: ceil and floor leave numbers of Float16 as they are.
#
# Expected: whole numbers, as of Float32, and as Series.round gives for Float16.
# Seen: the input.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet polars==2.1.0
cat >"$folder/session.txt" <<'END'
>>> import polars as pl
>>> half = pl.Series([1.5, -0.25, 2.75], dtype=pl.Float16)
>>> half.ceil().to_list(), half.floor().to_list()
([1.5, -0.25, 2.75], [1.5, -0.25, 2.75])
>>> half.cast(pl.Float32).ceil().to_list(), half.round().to_list()
([2.0, -0.0, 3.0], [2.0, -0.0, 3.0])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
