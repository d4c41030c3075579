#!/usr/bin/env bash
# Installs missing tools for the extra suites: a second C and C++ compiler, CMake, Valgrind, Chromium. Only as root on a
# Debian-like system; elsewhere it prints what is missing, and the suites print what they skip.
set -euo pipefail

missing=()
for tool in gcc g++ clang cmake valgrind chromium; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "all tools are installed"
elif [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "skipped: these tools are missing, and installing them needs root and apt-get: ${missing[*]}"
elif ! { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "${missing[@]}"; } \
  >/dev/null 2>&1; then
  echo "skipped: apt-get could not install ${missing[*]}"
else
  echo "installed ${missing[*]}"
fi
