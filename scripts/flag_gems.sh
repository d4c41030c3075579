#!/usr/bin/env bash
# Judges FlagGems' Triton kernels without a card: installs its wheel, which stays outside this repository, with the interpreter
# of Triton. docs/flag-gems.md has the result.
#
#     scripts/flag_gems.sh [argument of `ascertain run`]…      without any: the values of each pair of dtypes
#
# ASCERTAIN names the program; FLAG_GEMS_HOME the folder, target/flag-gems if unset.
set -euo pipefail
cd "$(dirname "$0")/.."
home=${FLAG_GEMS_HOME:-$PWD/target/flag-gems}
program=${ASCERTAIN:-target/release/ascertain}
wheel=flag_gems-5.0.2-py3-none-any.whl

if [ ! -d "$home/wheel/flag_gems" ]; then
  mkdir -p "$home"
  "${PYTHON:-python3}" -m venv --clear "$home/venv"
  # torch for CPUs alone, where its index can be reached.
  "$home/venv/bin/python" -m pip install --quiet --disable-pip-version-check torch==2.15.0 \
    --index-url https://download.pytorch.org/whl/cpu ||
    "$home/venv/bin/python" -m pip install --quiet --disable-pip-version-check torch==2.15.0
  "$home/venv/bin/python" -m pip install --quiet --disable-pip-version-check triton==3.9.0 numpy==2.4.6 ml_dtypes==0.6.0 packaging
  "$home/venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --dest "$home" flag_gems==5.0.2
  "$home/venv/bin/python" -m zipfile -e "$home/$wheel" "$home/wheel"
fi

[ $# -gt 0 ] || set -- --filter '*/grid/*/values' --filter 'cum*/grid/*' --findings 0
export FLAG_GEMS=$home/wheel FLAGGEMS_CACHE_DIR=$home/cache ASCERTAIN_PYTHON=$home/venv/bin/python
exec "$program" run --backend python:scripts/flag_gems.py --timeout 60 "$@"
