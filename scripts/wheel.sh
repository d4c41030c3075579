#!/usr/bin/env bash
# Builds the Python wheel, with both programs and the packages `ascertain` and `ascertain_adapters`, and tests it in a new environment where
# there is no Rust.
#
#     scripts/wheel.sh            writes target/wheel/ascertain-VERSION-….whl
#
# PROFILE=dev builds programs that are slow and soon compiled, which shows as well that the wheel is whole.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
folder=$PWD/target/wheel profile=${PROFILE:-release}
[ "$profile" = release ] || export CARGO_PROFILE_DEV_OPT_LEVEL=0

fail() { echo "wheel: $*" >&2; exit 1; }
if ! command -v python3 >/dev/null || ! { [ -x "$folder/tools/bin/python" ] || python3 -m venv "$folder/tools"; }; then
  echo "skipped: python3 with venv is not installed"
  exit 0
fi
pip() { "$1/bin/python" -m pip --disable-pip-version-check --quiet install "${@:2}"; }

rm -f "$folder"/*.whl
pip "$folder/tools" maturin==1.16.0
python3 scripts/licenses.py "$folder/LICENSES-LINKED.txt"
# What maturin does not build: the program for keepers, manual pages and completions.
cargo build --profile "$profile" --locked --quiet --package ascertain-keeper
data=ascertain_adapters.data
rm -rf "$data"
mkdir -p "$data/scripts"
cp "$CARGO_TARGET_DIR/${profile/dev/debug}/ascertain-spec" "$data/scripts/"
"$data/scripts/ascertain-spec" manual "$data/data/share"
"$folder/tools/bin/maturin" build --quiet --profile "$profile" --locked --out "$folder"
wheel=$(echo "$folder"/*.whl)
rm -rf "$data"

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
pip "$work/venv" "$wheel[numpy,pytest]" --constraint conformance/adapters/python/requirements-ci.txt
mkdir "$work/empty"
cd "$work/empty"

# expect CODE COMMAND…: runs it without Rust, in an environment that is not active.
expect() {
  local code=0
  env -i HOME="$work" PATH=/usr/bin:/bin bash -c "${*:2}" >"$work/said" 2>&1 || code=$?
  [ "$code" -eq "$1" ] || fail "exit code $code where $1 is expected: ${*:2}: $(cat "$work/said")"
}
ascertain=$work/venv/bin/ascertain python=$work/venv/bin/python
expect 0 "$ascertain run --quiet"
expect 0 "$ascertain doctor --backend numpy"
# NumPy does not claim to follow these documents.
expect 1 "$ascertain run --backend numpy --operators cumprod,add,cumsum"
expect 0 "$ascertain-spec lint"
test -f "$work/venv/share/man/man1/ascertain-run.1" || fail "there are no manual pages"
expect 0 "$python -m pytest --pyargs ascertain_adapters.conformance --ascertain-backend reference \
  --ascertain-args '--filter reinterpret/vector' -p no:cacheprovider"
expect 0 "$python -c 'import ascertain_adapters as a, importlib.metadata as m; print(m.version(\"ascertain\"), a.__version__)'"
version=$("$ascertain" --version) version=${version#* }
[ "$(cat "$work/said")" = "$version $version" ] || fail "the program is $version, distribution and package are $(cat "$work/said")"
expect 0 "$python -c 'import ascertain, numpy; x = numpy.ones(3, numpy.float32); ascertain.assert_right(\"abs\", self=x, out=x)'"
# What `init` prints, as one types it in the active environment.
expect 0 "$ascertain init python"
commands=$(sed -n 's/^    //p' "$work/said")
expect 1 "PATH=$work/venv/bin:\$PATH; $commands"
sed -i 's/i >= inner/i \/\/ inner % length/' adapter.py
expect 0 "PATH=$work/venv/bin:\$PATH; $commands"
echo "wheel: $wheel ($(du --bytes "$wheel" | cut -f 1) bytes) works without Rust"
