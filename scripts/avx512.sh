#!/usr/bin/env bash
# Tests the kernels for AVX-512: on this machine's processor where it has that, else on one that Bochs emulates, some
# hundred times as slowly.
#
#   scripts/avx512.sh           the kernels' tests, about 3 minutes, a third of them to build
#   scripts/avx512.sh --full    with one in 32 of all pairs of 16-bit floats, about 20 minutes
#
# What is emulated is a whole machine: Bochs, a kernel and what starts it come as Debian packages by `apt-get download`
# into target/avx512, and nothing is installed; nobody needs to be root. Where that cannot be had, nothing is tested, and
# the reason is said in a line that begins with `skipped`. The exit code is other than 0 where tests fail.
set -euo pipefail
cd "$(dirname "$0")/.."
self=$PWD/scripts/avx512.sh
tools=$PWD/scripts/avx512
cache=$PWD/target/avx512
target=x86_64-unknown-linux-gnu

# Left out are a test of the kernels for all processors but this, and one that takes an hour where nothing is emulated.
arguments=(kernel::tests --skip loops_for_every_processor --test-threads 1)
case ${1-} in
  '') ;;
  --full) arguments+=(--include-ignored --skip products_of_all_16_bit_floats_with_all) ;;
  *) sed -n 's/^# \{0,1\}//; 2,11p' "$self" >&2; exit 2 ;;
esac

skip() { echo "skipped: AVX-512 is neither here nor emulated: $*"; exit 0; }

processor_has_avx512() {
  local flags feature
  flags=$(grep --max-count 1 '^flags' /proc/cpuinfo) || return 1
  for feature in avx2 f16c bmi2 avx512f avx512bw avx512dq avx512vl; do
    [[ " $flags " == *" $feature "* ]] || return 1
  done
}

# Makes $cache/emulator of Debian's packages.
make_emulator() {
  # The only build whose conversion to f16 can be put right: see scripts/avx512/round_to_f16.c.
  local bochs=2.7+dfsg-4+deb12u1 new=$cache/new tool kernel package
  for tool in apt-get apt-cache dpkg gcc objcopy python3; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
  done
  kernel=$(apt-cache depends linux-image-cloud-amd64 2>/dev/null | sed -n 's/ *Depends: //p' | head -1)
  [ -n "$kernel" ] || skip "apt-get knows no kernel (has it been told to update?)"

  rm -rf "$new"
  mkdir -p "$new/packages"
  (cd "$new/packages" && apt-get -qq download "bochs=$bochs" "bochs-term=$bochs" "bochsbios=$bochs" vgabios isolinux \
    syslinux-common genisoimage libltdl7 libsamplerate0 "$kernel") >"$new/log" 2>&1 ||
    skip "apt-get has not all of Bochs $bochs and what it needs ($new/log)"
  for package in "$new"/packages/*.deb; do
    dpkg -x "$package" "$new/root"
  done
  rm -r "$new/packages"

  gcc -O2 -static -o "$new/init" "$tools/init.c" || skip "gcc cannot link statically"
  # Code that can be put anywhere: no tables beside it, and nothing called.
  gcc -Os -fno-pic -fcf-protection=none -fno-stack-protector -fno-asynchronous-unwind-tables \
    -c -o "$new/round_to_f16.o" "$tools/round_to_f16.c"
  objcopy -O binary -j .text "$new/round_to_f16.o" "$new/round_to_f16.bin"
  python3 "$tools/patch.py" "$new/root/usr/bin/bochs-bin" "$new/round_to_f16.bin" ||
    skip "this is another build of Bochs $bochs"
  mv -T "$new" "$cache/emulator"
}

[ "$(uname -sm)" = "Linux x86_64" ] || skip "this is no x86-64 Linux"
where="this machine's processor" emulated=()
if ! processor_has_avx512; then
  # What was made before by other tools than these is made anew.
  made_by=$(cat "$tools"/init.c "$tools"/round_to_f16.c "$tools"/patch.py "$self" | sha256sum)
  if [ "$(cat "$cache/made-by" 2>/dev/null)" != "$made_by" ]; then
    rm -rf "$cache"
    make_emulator
    echo "$made_by" >"$cache/made-by"
  fi
  where="an emulated processor"
  emulated=(python3 "$tools/emulate.py" "$cache/emulator")
fi

# Optimised, as it is used; and linked statically, as there are no libraries on the emulated machine.
program=$(RUSTFLAGS="${RUSTFLAGS-} -C target-feature=+crt-static" cargo test --release --package ascertain --lib --no-run \
  --target $target --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
echo "on $where"
ASCERTAIN_DEMAND_AVX512=1 "${emulated[@]}" "$program" "${arguments[@]}"
