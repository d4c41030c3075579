#!/usr/bin/env bash
# Estimates how long the inner loops take for AVX2 and for AVX-512, by llvm-mca: cycles for an element, where all is in
# the nearest cache. Needs llvm-mca of LLVM 17 or later (Debian: apt-get install llvm-19), or where it is in LLVM_MCA.
set -euo pipefail
cd "$(dirname "$0")"
mca=${LLVM_MCA:-$(command -v llvm-mca-{21,20,19,18,17} llvm-mca | head -1 || true)}
[ -n "$mca" ] || { echo "there is no llvm-mca" >&2; exit 1; }
loops=$(mktemp)
trap 'rm -f "$loops"' EXIT
rustc --edition 2024 -C opt-level=3 --emit asm -o "$loops" loops.rs

# A region is named by what it does, for how many elements, and by what it is for.
for processor in skylake-avx512 icelake-server znver4; do
  "$mca" -mtriple=x86_64 -mcpu=$processor -iterations=200 -instruction-info=0 -resource-pressure=0 "$loops" 2>/dev/null |
    awk -v processor=$processor '
      /Code Region/ { split($0, words, " - "); split(words[2], name, " ") }
      /^Iterations/ { turns = $2 }
      /^Total Cycles/ {
        cycles[name[3]] = $3 / turns / name[2]
        if (++seen[name[1]] == 2)
          printf "%-15s %-15s avx2 %.2f  avx512 %.2f  times as fast %.2f\n", processor, name[1], cycles["avx2"],
            cycles["avx512"], cycles["avx2"] / cycles["avx512"]
      }'
done
