#!/bin/sh
# Builds build/bench/ncurep_material-peer from protobuf's C++ code, where that and the definitions are.
#
#   sh bench/peers/ncurep_material.sh [FOLDER_OF_report.proto]
set -eu
B=${B:-build}
proto=${1:-../shared/oracle/ncurep}
for need in protoc ${CXX:-c++}; do
    command -v "$need" >/dev/null || { echo "skipped: needs $need"; exit 0; }
done
[ -f "$proto/report.proto" ] || { echo "skipped: needs $proto/report.proto"; exit 0; }
mkdir -p "$B/bench/peer"
protoc -I"$proto" --cpp_out="$B/bench/peer" report.proto
${CXX:-c++} -std=c++17 -O2 -I"$B/bench/peer" -o "$B/bench/ncurep_material-peer" bench/peers/ncurep_material.cc \
    "$B/bench/peer/report.pb.cc" -lprotobuf -lpthread
echo "$B/bench/ncurep_material-peer built"
