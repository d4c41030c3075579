#!/usr/bin/env bash
# array-api-strict 2.6.1: ceil, floor and trunc of integers return the operand itself.
#
# Expected: a new array, as from round, abs and positive: what is done in place to a result leaves the operand alone.
# Seen: the same object, so that `y += 1` changes x too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet array-api-strict==2.6.1 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import array_api_strict as xp
>>> def changed(function):
...     x = xp.asarray([1, 2])
...     y = function(x)
...     y += 1
...     return [int(number) for number in x]
>>> changed(xp.floor), changed(xp.ceil), changed(xp.trunc)
([2, 3], [2, 3], [2, 3])
>>> changed(xp.round), changed(xp.abs), changed(xp.positive)
([1, 2], [1, 2], [1, 2])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
