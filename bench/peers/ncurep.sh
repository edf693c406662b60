#!/bin/sh
# Builds build/bench/ncurep-peer from protobuf's C++ code and runs nothing. bench/ncurep uses it when it is there.
#
#   sh bench/peers/ncurep.sh [FOLDER_OF_report.proto]
set -eu
B=${B:-build}
proto=${1:-../shared/oracle/ncurep}
for need in protoc ${CXX:-c++}; do
    command -v "$need" >/dev/null || { echo "skipped: needs $need"; exit 0; }
done
[ -f "$proto/report.proto" ] || { echo "skipped: needs $proto/report.proto"; exit 0; }
mkdir -p "$B/bench/peer"
protoc -I"$proto" --cpp_out="$B/bench/peer" report.proto
protoc -Ibench/peers --cpp_out="$B/bench/peer" ncurep_small.proto
${CXX:-c++} -std=c++17 -O2 -I"$B/bench/peer" -o "$B/bench/ncurep-peer" bench/peers/ncurep_protobuf.cc \
    "$B/bench/peer/report.pb.cc" "$B/bench/peer/ncurep_small.pb.cc" -lprotobuf -lpthread
echo "$B/bench/ncurep-peer built"
