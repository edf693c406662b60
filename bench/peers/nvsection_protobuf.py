# Python's text_format over the same files; prints "NAME<tab>MILLISECONDS" for bench/nvsection.
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer", "python"))
try:
    from google.protobuf import text_format
    from google.protobuf.internal import api_implementation
    import sections_pb2
except ImportError as e:
    sys.exit(f"no protobuf for Python: {e}")
texts = [open(path, encoding="latin-1").read() for path in sys.argv[1:]]
times = []
for _ in range(5):
    start = time.process_time()
    for text in texts:
        text_format.Parse(text, sections_pb2.Section())
    times.append((time.process_time() - start) * 1e3)
print(f"protobuf text_format, Python ({api_implementation.Type()})\t{sorted(times)[2]:.3f}")
