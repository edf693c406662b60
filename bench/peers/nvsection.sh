#!/bin/sh
# Makes build/bench/nvsection-peer (protobuf's C++ TextFormat) and build/bench/nvsection-peer.py (its Python text_format;
# PYTHON=INTERPRETER names one that has the package, python3 unless set) with the schema that build/bench/nvsection --proto
# prints. bench/nvsection uses them when they are there.
set -eu
B=${B:-build}
PYTHON=${PYTHON:-python3}
rm -f "$B/bench/nvsection-peer" "$B/bench/nvsection-peer.py"
for need in protoc ${CXX:-c++} "$B/bench/nvsection"; do
    command -v "$need" >/dev/null || { echo "skipped: needs $need"; exit 0; }
done
mkdir -p "$B/bench/peer/python"
"$B/bench/nvsection" --proto >"$B/bench/peer/sections.proto"
protoc -I"$B/bench/peer" --cpp_out="$B/bench/peer" --python_out="$B/bench/peer/python" sections.proto
${CXX:-c++} -std=c++17 -O2 -I"$B/bench/peer" -o "$B/bench/nvsection-peer" bench/peers/nvsection_protobuf.cc \
    "$B/bench/peer/sections.pb.cc" -lprotobuf -lpthread
echo "$B/bench/nvsection-peer built"
if how=$("$PYTHON" -c 'import google.protobuf as p
from google.protobuf.internal import api_implementation as a
print(p.__version__, a.Type())' 2>/dev/null); then
    cp bench/peers/nvsection_protobuf.py "$B/bench/nvsection-peer.py"
    echo "$B/bench/nvsection-peer.py made (protobuf for Python $how)"
else
    echo "protobuf for Python: absent (PYTHON names an interpreter that has it)"
fi
