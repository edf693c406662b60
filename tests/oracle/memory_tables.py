"""Memory tables of real reports against metrics that the profiler made of the same counters by itself: its own hit rates, ratios,
totals and shares of the peak.

    memory_tables.py TOOL REPORT...
"""
import json
import subprocess
import sys

PEAK = ".sum.pct_of_peak_sustained_elapsed"
# Table, row, figure: the metrics that say the same; the first one that a report has counts.
SAME = {
    ("MemoryL1TEXCacheTable", "Global Load", "hit_rate_pct"): ["l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"],
    ("MemoryL1TEXCacheTable", "Global Store", "hit_rate_pct"): ["l1tex__t_sector_pipe_lsu_mem_global_op_st_hit_rate.pct"],
    ("MemoryL1TEXCacheTable", "Texture Load", "hit_rate_pct"): ["l1tex__t_sector_pipe_tex_mem_texture_op_tex_hit_rate.pct"],
    ("MemoryL1TEXCacheTable", "Total", "hit_rate_pct"): ["l1tex__t_sector_hit_rate.pct"],
    ("MemoryL1TEXCacheTable", "Total", "sectors"): ["l1tex__t_sectors.sum"],
    ("MemoryL1TEXCacheTable", "Global Load", "peak_pct"): ["l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld" + PEAK],
    ("MemoryL1TEXCacheTable", "Global Load", "executed_instructions"): ["smsp__sass_inst_executed_op_global_ld.sum"],
    ("MemoryL2CacheTable", "GPU Total", "hit_rate_pct"): ["lts__t_sector_hit_rate.pct"],
    ("MemoryL2CacheTable", "GPU Total", "peak_pct"): ["lts__t_sectors" + PEAK],
    ("MemoryL2CacheTable", "GPU Total", "sector_misses_to_device"): ["lts__t_sectors_aperture_device_lookup_miss.sum"],
    ("MemoryL2CacheTable", "L1/TEX Total", "sector_misses_to_system"): ["lts__t_sectors_srcunit_tex_aperture_sysmem_lookup_miss.sum"],
    ("MemorySharedTable", "Total", "wavefronts"): ["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"],
    ("MemorySharedTable", "Total", "executed_instructions"): ["smsp__sass_inst_executed_op_shared.sum"],
    ("MemorySharedTable", "Shared Load", "peak_pct"): ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld" + PEAK],
    ("MemoryDeviceMemoryTable", "Total", "bytes_per_second"): ["dram__bytes.sum.per_second"],
    ("MemoryDeviceMemoryTable", "Load", "peak_pct"): ["dram__bytes_read" + PEAK, "dram__bytes_op_read" + PEAK],
    ("MemoryDeviceMemoryTable", "Load", "bytes_per_second"): ["dram__bytes_read.sum.per_second", "dram__bytes_op_read.sum.per_second"],
}
SAME.update({(table.replace("L1TEX", "FirstLevel").replace("L2", "SecondLevel"), row, key): names for (table, row, key), names in list(SAME.items())})


def read(tool, *arguments):
    return json.loads(subprocess.run([tool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)[0]["results"]


def main():
    tool, compared, bad = sys.argv[1], {}, 0
    for path in sys.argv[2:]:
        for result, values in zip(read(tool, "details", "--json", "--print-details", "all", path), read(tool, "raw", "--json", "--exact", path)):
            metrics = {m["name"]: m["value"] for m in values["metrics"]}
            for item in (i for s in result["sections"] for i in s.get("items", [])):
                for row in item.get("rows", []):
                    for key, found in row.items():
                        names = [n for n in SAME.get((item["type"], row["label"], key), []) if n in metrics]
                        if not names:
                            continue
                        expected = metrics[names[0]]
                        compared[key] = compared.get(key, 0) + 1
                        # A total of our rows: the profiler's own hit rate also covers what no row is about.
                        most = 0.02 if (row["label"], key) == ("Total", "hit_rate_pct") else 1e-9
                        if abs(found - expected) > max(abs(expected) * most, 1e-9):
                            bad += 1
                            print(path, result["result"], item["type"], row["label"], key, found, "is not", names[0], expected)
    print(sum(compared.values()), "equal" if bad == 0 else f"compared, {bad} differ", sorted(compared))
    return 1 if bad else 0


sys.exit(main())
