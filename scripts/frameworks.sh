#!/usr/bin/env bash
# Installs frameworks from PyPI, each into its own environment below target/frameworks, and on each runs the whole suite
# with random cases. The reports go to
# target/frameworks/reports; scripts/implementations_page.py makes docs/implementations.md from them, and
# scripts/implementations.py runs the examples that explain the findings. Needs about 13 GB, and an hour on two free cores,
# most of it for JAX and tinygrad, which compile for each shape.
#
#     scripts/frameworks.sh [NAME…]
#
# NAME is numpy, torch, jax, mindspore, tensorflow, paddle, tinygrad, mlx or array_api_strict; without a name all of them.
#
# Variables: PYTHON, the interpreter (3.11 and 3.12 have wheels of all); ASCERTAIN, the program; FUZZ, the number of random
# cases (20,000); TMPDIR, a folder with space for wheels of several GB; CC, the compiler that tinygrad uses
# (clang; of bf16, clang 14 compiles nothing and clang 16 short products). PyTorch's Linux wheel on PyPI contains CUDA's
# libraries, about 4 GB, and cannot be imported without them.
set -euo pipefail
cd "$(dirname "$0")/.."

all=(numpy torch jax mindspore tensorflow paddle tinygrad mlx array_api_strict)
ascertain=${ASCERTAIN:-target/release/ascertain}
home=target/frameworks
reports=$home/reports
mkdir -p "$reports"

# What each environment holds. Versions are those of docs/implementations.md.
requirements() {
  case $1 in
    numpy) echo numpy==2.4.6 ml_dtypes==0.6.0 ;;
    torch) echo torch==2.15.0 ;;
    jax) echo jax==0.10.2 ;;
    mindspore) echo mindspore==2.10.0 'numpy<2' ;; # MindSpore wants numpy below 2
    tensorflow) echo tensorflow-cpu==2.21.0 ;;
    paddle) echo paddlepaddle==3.3.1 numpy ;;
    tinygrad) echo tinygrad==0.14.0 numpy ;;
    mlx) echo 'mlx[cpu]==0.32.4' numpy ;;
    array_api_strict) echo array-api-strict==2.6.1 numpy ;;
    *) echo "no framework is called $1; there are: ${all[*]}" >&2; return 2 ;;
  esac
}

install() {
  local environment=$home/$1 wanted
  wanted=$(requirements "$1")
  if [ "$(cat "$environment/installed" 2>/dev/null)" != "$wanted" ]; then
    echo "== installing $1: $wanted"
    "${PYTHON:-python3}" -m venv --clear "$environment"
    # shellcheck disable=SC2086 # several requirements are several words
    "$environment/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check $wanted
    echo "$wanted" >"$environment/installed"
  fi
}

# ask NAME COMMAND [argument]…: exit code 1 is that of findings. No framework claims to follow these documents, so they come.
ask() {
  local name=$1 code=0
  shift
  ASCERTAIN_PYTHON=$home/$name/bin/python "$ascertain" "$@" --backend "$name" --timeout 60 --start-timeout 300 \
    2>"$reports/$name.log" || code=$?
  if [ "$code" -gt 1 ]; then
    cat "$reports/$name.log" >&2
    echo "$name: ended with exit code $code" >&2
    return 1
  fi
}

measure() {
  local name=$1 cases=${FUZZ:-20000} shapes=()
  case $name in
    jax | tinygrad) shapes=(--shapes 300) ;;
  esac
  echo "== $name: the suite and $cases random cases"
  ask "$name" run --fuzz "$cases" "${shapes[@]}" --quiet --report json="$reports/$name.json"
}

[ $# -gt 0 ] || set -- "${all[@]}"
for name in "$@"; do
  requirements "$name" >/dev/null
done
for name in "$@"; do
  install "$name"
  measure "$name"
done
echo "== next: scripts/implementations_page.py $reports/*.json >docs/implementations.md; python3 scripts/implementations.py"
