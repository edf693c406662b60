#!/usr/bin/env python3
"""sass_live.py NCUREP REPORT...: the registers that instructions read and write, against what the cubins say.

Every register that an instruction names, and those after it that its width takes, must be below the number of registers
of the function. So must be the largest number of live ones. What an instruction writes begins at a multiple of its width;
what a call has written when it returns need not. At the start of a kernel none should be live: one that is was read without ever being written, so a wrong width shows there. Prints functions, kernels, kernels with nothing live
at their start, functions where there may be more live ones, instructions, and what is wrong."""
import json
import re
import subprocess
import sys

CALL = re.compile(r"(@!?U?P\w+ )?(CALL|J?CAL)\b")


def main():
    functions = kernels = clean = unknown = instructions = 0
    wrong = []
    for report in sys.argv[2:]:
        out = subprocess.run([sys.argv[1], "sass", "--ranges", "--json", report], capture_output=True, text=True).stdout
        for line in out.splitlines():
            f = json.loads(line)
            functions += 1
            instructions += len(f["instructions"])
            where = "%s: %s" % (report, f["function"])
            for i in f["instructions"]:
                most = max(i.get("reads", []) + i.get("writes", []) + [-1])
                if most >= f["registers"]:
                    wrong.append("%s: R%d of %d at %x: %s" % (where, most, f["registers"], i["offset"], i["text"]))
                w = i.get("writes", []) if not CALL.match(i["text"]) else [] # those of a whole function
                if w and (w != list(range(w[0], w[0] + len(w))) or w[0] % len(w) != 0):
                    wrong.append("%s: registers %s at %x: %s" % (where, w, i["offset"], i["text"]))
            if f["live"] is None or f["live"] > f["registers"] or f["live"] != max(i["live"] for i in f["instructions"]):
                wrong.append("%s: %s live of %d registers" % (where, f["live"], f["registers"]))
                continue
            if "live_unknown" in f: # a lower bound
                unknown += 1
                continue
            if f["is_kernel"]:
                first = f["instructions"][0]
                kernels += 1
                clean += not set(first["live_registers"]) - set(first["writes"]) and not first["reads"]
    print("functions %d kernels %d clean %d unknown %d instructions %d wrong %d" %
          (functions, kernels, clean, unknown, instructions, len(wrong)))
    print("\n".join(wrong[:10]))
    sys.exit(len(wrong) > 0)


main()
