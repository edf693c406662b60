#!/bin/sh
# Makes build/bench/peer/report_pb2.py, the Python code of protobuf for the messages of a report. bench/python.py uses it when
# the package protobuf is there. That of PyPI has the core upb (pip install protobuf grpcio-tools), Debian's the older cpp.
#
#   sh bench/peers/python.sh [FOLDER_OF_report.proto]
set -eu
B=${B:-build}
proto=${1:-../shared/oracle/ncurep}
[ -f "$proto/report.proto" ] || { echo "skipped: needs $proto/report.proto"; exit 0; }
mkdir -p "$B/bench/peer"
if ${PYTHON:-python3} -c 'import grpc_tools' 2>/dev/null; then
    ${PYTHON:-python3} -m grpc_tools.protoc -I"$proto" --python_out="$B/bench/peer" report.proto
elif command -v protoc >/dev/null; then
    protoc -I"$proto" --python_out="$B/bench/peer" report.proto
else
    echo "skipped: needs protoc"
    exit 0
fi
echo "$B/bench/peer/report_pb2.py built"
