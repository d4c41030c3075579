#!/usr/bin/env bash
# TensorFlow 2.21.0, CPU: tf.sign of a subnormal number is that number, from eight elements on.
#
# Expected: 1, or 0 since TensorFlow reads subnormal numbers as zero on CPUs. The page of tf.sign knows -1, 0 and 1 alone.
# Seen: 0 for few elements; from eight on the vectorized kernel returns its input.
TF_CPP_MIN_LOG_LEVEL=3 set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet tensorflow-cpu==2.21.0
cat >"$folder/session.txt" <<'END'
>>> import tensorflow as tf
>>> sign = lambda n: float(tf.sign(tf.fill([n], tf.constant(1e-45)))[0])
>>> sign(1), sign(8)
(0.0, 1.40129846432...e-45)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
