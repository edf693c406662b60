#!/bin/sh
# Builds build/bench/nvsection-peer (protobuf's C++ TextFormat) and build/bench/nvsection-peer.py (its Python text_format)
# with the schema that build/bench/nvsection --proto prints. bench/nvsection uses them when they are there.
set -eu
B=${B:-build}
for need in protoc ${CXX:-c++} "$B/bench/nvsection"; do
    command -v "$need" >/dev/null || { echo "skipped: needs $need"; exit 0; }
done
mkdir -p "$B/bench/peer"
"$B/bench/nvsection" --proto >"$B/bench/peer/sections.proto"
protoc -I"$B/bench/peer" --cpp_out="$B/bench/peer" --python_out="$B/bench/peer" sections.proto
${CXX:-c++} -std=c++17 -O2 -I"$B/bench/peer" -o "$B/bench/nvsection-peer" bench/peers/nvsection_protobuf.cc \
    "$B/bench/peer/sections.pb.cc" -lprotobuf -lpthread
cp bench/peers/nvsection_protobuf.py "$B/bench/nvsection-peer.py"
echo "$B/bench/nvsection-peer and its Python counterpart built"
