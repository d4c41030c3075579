#!/usr/bin/env bash
# Installs frameworks from PyPI, each into its own environment below target/frameworks, and runs the whole suite with
# 20,000 random cases on each. The reports go to target/frameworks/reports; scripts/implementations.py makes
# docs/implementations.md from them. Needs about 11 GB, and half an hour on two free cores, most of it for JAX, which
# compiles for each shape.
#
#     scripts/frameworks.sh [NAME…]      numpy torch jax mindspore tensorflow; without a name all of them
#
# Variables: PYTHON, the interpreter (3.11 and 3.12 have wheels of all five); ASCERTAIN, the program; FUZZ, the number of
# random cases; TMPDIR, a folder with space for wheels of several GB. PyTorch's Linux wheel on PyPI contains CUDA's
# libraries, about 4 GB, and cannot be imported without them.
set -euo pipefail
cd "$(dirname "$0")/.."

fuzz=${FUZZ:-20000}
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
    mindspore) echo mindspore==2.10.0 'numpy<2' ml_dtypes ;; # MindSpore wants numpy below 2
    tensorflow) echo tensorflow-cpu==2.21.0 ;;
    *) echo "no framework is called $1; there are: numpy torch jax mindspore tensorflow" >&2; return 2 ;;
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

# ask NAME REPORT [argument of `ascertain run`]…: no framework claims to follow these documents, so that exit code 1,
# with findings, is what comes; anything else is no verdict.
ask() {
  local name=$1 report=$reports/$2.json code=0
  shift 2
  ASCERTAIN_PYTHON=$home/$name/bin/python "$ascertain" run --timeout 60 --start-timeout 300 --findings 0 \
    --report json="$report" "$@" >"$report.log" 2>&1 || code=$?
  if [ "$code" -gt 1 ]; then
    cat "$report.log" >&2
    echo "$name: ended with exit code $code" >&2
    return 1
  fi
  tail -n 1 "$report.log"
}

measure() {
  local name=$1 run observed=20000
  echo "== $name: the suite and $fuzz random cases"
  ask "$name" "$name" --backend "$name" --fuzz "$fuzz"
  case $name in
    torch) ask "$name" torch-mul --backend "torch:--op mul" --filter 'aclnn.*' --filter 'mindspore.*' ;;
    tensorflow) ask "$name" tensorflow-all --backend "tensorflow:--promotion all" --filter 'aclnn.*' --filter 'mindspore.*' ;;
    mindspore)
      # Its own document, by both operators, three times: what comes must not hang on what else is under way.
      for run in 1 2 3; do
        ask "$name" "mindspore-add-$run" --backend mindspore --filter 'mindspore.*'
        ask "$name" "mindspore-mul-$run" --backend "mindspore:--op mul" --filter 'mindspore.*'
      done ;;
  esac
  echo "== $name: the fingerprint"
  case $name in jax | mindspore) observed=2000 ;; esac
  ASCERTAIN_PYTHON=$home/$name/bin/python "$ascertain" observe --backend "$name" --fuzz "$observed" --timeout 60 \
    --start-timeout 300 --format json >"$reports/$name-observe.json"
}

[ $# -gt 0 ] || set -- numpy torch jax mindspore tensorflow
for name in "$@"; do
  requirements "$name" >/dev/null
done
for name in "$@"; do
  install "$name"
  measure "$name"
done
echo "== reports are in $reports; python3 scripts/implementations.py makes docs/implementations.md of them"
