#!/bin/sh
# Makes build/bench/ncurep-peer (protobuf's C++ code) and build/bench/ncurep-peer.py (its Python code; PYTHON=INTERPRETER
# names one that has the package, python3 unless set) and runs nothing. bench/ncurep uses them when they are there.
#
#   sh bench/peers/ncurep.sh [FOLDER_OF_report.proto]
set -eu
B=${B:-build}
PYTHON=${PYTHON:-python3}
proto=${1:-../shared/oracle/ncurep}
rm -f "$B/bench/ncurep-peer" "$B/bench/ncurep-peer.py"
for need in protoc ${CXX:-c++}; do
    command -v "$need" >/dev/null || { echo "skipped: needs $need"; exit 0; }
done
[ -f "$proto/report.proto" ] || { echo "skipped: needs $proto/report.proto"; exit 0; }
mkdir -p "$B/bench/peer/python"
protoc -I"$proto" --cpp_out="$B/bench/peer" --python_out="$B/bench/peer/python" report.proto
protoc -Ibench/peers --cpp_out="$B/bench/peer" ncurep_small.proto
${CXX:-c++} -std=c++17 -O2 -I"$B/bench/peer" -o "$B/bench/ncurep-peer" bench/peers/ncurep_protobuf.cc \
    "$B/bench/peer/report.pb.cc" "$B/bench/peer/ncurep_small.pb.cc" -lprotobuf -lpthread
echo "$B/bench/ncurep-peer built"
if how=$("$PYTHON" -c 'import google.protobuf as p
from google.protobuf.internal import api_implementation as a
print(p.__version__, a.Type())' 2>/dev/null); then
    cp bench/peers/ncurep_protobuf.py "$B/bench/ncurep-peer.py"
    echo "$B/bench/ncurep-peer.py made (protobuf for Python $how)"
else
    echo "protobuf for Python: absent (PYTHON names an interpreter that has it)"
fi
