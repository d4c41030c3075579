#!/usr/bin/env bash
# Installs what the extra suites use and this machine lacks: a second C and C++ compiler, CMake, Valgrind. Only as root on
# a Debian-like system; elsewhere it says what is missing, and the suites say what they leave out.
set -euo pipefail

missing=()
for tool in gcc g++ clang cmake valgrind; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "all tools are here"
elif [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "skipped: not installed here, and only installed by root with apt-get: ${missing[*]}"
elif ! { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "${missing[@]}"; } \
  >/dev/null 2>&1; then
  echo "skipped: apt-get could not install ${missing[*]}"
else
  echo "installed ${missing[*]}"
fi
