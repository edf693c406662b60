#!/bin/sh
# Builds build/bench/nvsection_derive-peer from std::regex; bench/nvsection_derive uses it as PEER.
set -eu
B=${B:-build}
command -v "${CXX:-c++}" >/dev/null || { echo "skipped: needs ${CXX:-c++}"; exit 0; }
mkdir -p "$B/bench"
${CXX:-c++} -std=c++17 -O2 -o "$B/bench/nvsection_derive-peer" bench/peers/nvsection_derive.cc
echo "$B/bench/nvsection_derive-peer built"
