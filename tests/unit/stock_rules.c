/* Our rules for sections at each side of every threshold: what they say of a few metrics. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"

#include "rules/stock.h"

#include "run.h"

#include <stdlib.h>

#define A16 "aaaaaaaaaaaaaaaa"
#define A256 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16

/* Names that rows write short. */
static const char *const letters[][2] = {{"C", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"M", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"}, {"W", "launch__waves_per_multiprocessor"},
    {"I", "smsp__issue_active.avg.per_cycle_active"}, {"most", "smsp__maximum_warps_avg_per_active_cycle"},
    {"peak", "smsp__warps_active.avg.peak_sustained"}, {"theory", "sm__maximum_warps_per_active_cycle_pct"},
    {"got", "sm__warps_active.avg.pct_of_peak_sustained_active"}, {"latency", "smsp__average_warp_latency_per_inst_issued.ratio"},
    {"barrier", "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"},
    {"long", "smsp__average_warps_issue_stalled_" A256 A256 A256 A256 "_per_issue_active.ratio"},
    {"drain", "smsp__average_warps_issue_stalled_drain_per_issue_active.ratio"},
    {"selected", "smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"},
    {"threads", "smsp__thread_inst_executed_per_inst_executed.ratio"}, {"on", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"},
    {"fma", "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed"}, {"alu", "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    {"busy", "sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed"}, {"issued", "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"},
    {"issued_most", "sm__inst_issued.max.pct_of_peak_sustained_elapsed"}, {"block", "launch__block_size"}, {"grid", "launch__grid_size"},
    {"sms", "launch__sm_count"}, {"sms_of_device", "device__attribute_multiprocessor_count"},
    {"avg", "sm__cycles_active.avg"}, {"max", "sm__cycles_active.max"}, {"min", "sm__cycles_active.min"}, {"sum", "sm__cycles_active.sum"},
    {"elapsed", "sm__cycles_elapsed.sum"}, {"inputs", "lrc__ilc_input_sectors.sum"}, {"rate", "lrc__average_ilc_input_sector_success_rate.pct"},
    {"dram", "dram__bytes_read.sum.pct_of_peak_sustained_elapsed"}, {"l2", "lts__t_sectors.sum"},
    {"conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}, {"waves", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"conflicts_st", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}, {"waves_st", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {"samples", "smsp__pcsamp_sample_count"}, {"interval", "profiler__pmsampler_interval_time"}, {"time", "gpu__time_duration.sum"},
    {"interval_cycles", "profiler__pmsampler_interval_cycles"}, {"cycles", "gpc__cycles_elapsed.max"},
    {"fpeak", "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"},
    {"dpeak", "sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained"},
    {"fadd", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed"},
    {"fmul", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed"},
    {"ffma", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed"},
    {"dadd", "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed"},
    {"dmul", "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed"},
    {"dfma", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed"},
    {"blocks", "launch__occupancy_limit_blocks"}, {"registers", "launch__occupancy_limit_registers"},
    {"used", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio"},
    {"used_most", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.max_rate"},
    {"l1_hit", "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"}, {"l2_hit", "lts__t_sector_op_read_hit_rate.pct"},
    {"L1", "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"}, {"L2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"DRAM", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"used_local_st", "smsp__sass_average_data_bytes_per_sector_mem_local_op_st.ratio"},
    {"used_most_local_st", "smsp__sass_average_data_bytes_per_sector_mem_local_op_st.max_rate"},
    {"l1_hit_local_st", "l1tex__t_sector_pipe_lsu_mem_local_op_st_hit_rate.pct"}, {"l2_hit_st", "lts__t_sector_op_write_hit_rate.pct"},
    {"active", "smsp__warps_active.avg.per_cycle_active"}, {"eligible", "smsp__warps_eligible.avg.per_cycle_active"},
    {"opcodes", "sass__inst_executed_per_opcode"}, {"fma_active", "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active"},
    {"fp64_active", "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active"}, {"l1_active", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"fp64", "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    {"tex", "sm__pipe_tex_cycles_active.avg.pct_of_peak_sustained_elapsed"}, {"inst_lsu", "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active"},
    {"sectors", "memory_l2_theoretical_sectors_global"}, {"sectors_ideal", "memory_l2_theoretical_sectors_global_ideal"},
    {"excess", "derived__memory_l2_theoretical_sectors_global_excessive"}, {"fronts", "memory_l1_wavefronts_shared"},
    {"fronts_ideal", "memory_l1_wavefronts_shared_ideal"}, {"lts_active", "lts__cycles_active.sum"}, {"lts_elapsed", "lts__cycles_elapsed.sum"}};

#define QUARTER "used=8 used_most=32 "
#define UNFUSED "Additions and multiplications that could be fused"
#define SCATTERED "Threads of a warp touch scattered memory"
#define MAKES "An instruction makes ?"

static const struct {
    const char *rule, *metrics; /* "C=80 M=1"; with instances "M=80/16:5,FADD:7" */
    unsigned version;           /* of the tool that made the report: 202501; 0: the newest */
    const char *said;           /* of each message its title, or how it begins, the estimate, and the metrics to look at, the important ones
                                   with "!": "Small grid 10 grid!; "; after "=" the whole text of the first */
} rows[] = {
    {"SOLBottleneck", "C=80 M=1", 0, "High throughput"},
    {"SOLBottleneck", "C=1 M=80", 0, "High throughput"},
    {"SOLBottleneck", "C=79.9 M=1", 0, "Bound by compute C"},
    {"SOLBottleneck", "C=60 M=50", 0, "Bound by compute C"},
    {"SOLBottleneck", "C=60 M=50.1", 0, "Balanced"},
    {"SOLBottleneck", "C=50 M=60", 0, "Bound by memory M"},
    {"SOLBottleneck", "C=50.1 M=60", 0, "Balanced"},
    {"SOLBottleneck", "C=59.9 M=59.9", 0, "Latency C! M!"},
    {"SOLBottleneck", "C=59.9 M=59.9 W=1", 0, "Latency C! M!"},
    {"SOLBottleneck", "C=59.9 M=59.9 W=0.9", 0, "Small grid W!"},
    {"IssueSlotUtilization", "I=0.6 most=8 peak=16", 0, ""},
    {"IssueSlotUtilization", "I=0.59 most=8 peak=16", 0, "Idle issue slots 41 I"},
    {"IssueSlotUtilization", "I=0.5 most=12.8 peak=16", 202301, "Idle issue slots I"},
    {"IssueSlotUtilization", "I=0.5 most=12.7 peak=16", 202301, "Idle issue slots I; Few warps most!"},
    {"IssueSlotUtilization", "I=0.5 most=8 peak=16", 202302, "Idle issue slots 50 I; Few warps 50 most!"},
    {"IssueSlotUtilization", "I=0.5 most=8 peak=16", 202303, "Idle issue slots 50 I"},
    {"IssueSlotUtilization", "I=0.5 most=8 peak=16 C=70 M=10", 0, "Idle issue slots 30 I"},
    {"CPIStall", "I=0.8 latency=10 barrier=9", 0, ""},
    {"CPIStall", "I=0.79 latency=10 barrier=3", 0, ""},
    {"CPIStall", "I=0.79 latency=10 barrier=3.1 drain=4", 0, "Warps wait 40 I! drain; Warps wait 31 I! barrier; The profiler's guide"},
    {"CPIStall", "I=0.79 latency=10 selected=9", 0, ""},
    {"CPIStall", "I=0.5 most=8 peak=16 latency=10 barrier=9", 0, "Warps wait 50 I! barrier; The profiler's guide"},
    {"ThreadDivergence", "threads=24 on=24", 0, ""},
    {"ThreadDivergence", "threads=24 on=16", 0, "Threads diverge 50 on on!"},
    {"ThreadDivergence", "threads=16 on=24", 0, "Threads diverge 50 threads on!"},
    {"ThreadDivergence", "threads=16 on=24 C=50 M=1", 0, "Threads diverge 25 threads on!"},
    {"Occupancy", "theory=50 got=10", 202303, ""},
    {"Occupancy", "theory=50 got=10", 202302, "The launch allows 50 80 got"},
    {"Occupancy", "theory=50 got=40", 202302, "The launch allows on got"},
    {"Occupancy", "theory=100 got=90", 202302, "Registers, shared me got"},
    {"AchievedOccupancy", "theory=50 got=40", 0, ""},
    {"AchievedOccupancy", "theory=50 got=39.5", 0, "Fewer warps than possible 21 got"},
    {"AchievedOccupancy", "theory=50 got=10", 202302, ""},
    {"TheoreticalOccupancy", "most=12.8 peak=16", 0, ""},
    {"TheoreticalOccupancy", "most=8 peak=16", 0, "The launch limits the warps 50 most!"},
    {"TheoreticalOccupancy", "most=8 peak=16", 202302, ""},
    {"HighPipeUtilization", "", 0, "no fma"},
    {"HighPipeUtilization", "fma=19.9 alu=1", 0, "All pipelines are mostly idle 80 fma!"},
    {"HighPipeUtilization", "fma=1 alu=20", 0, "The busiest pipeline"},
    {"HighPipeUtilization", "fma=59.9", 0, "The busiest pipeline"},
    {"HighPipeUtilization", "fma=60", 0, "A pipeline is busy fma"},
    {"HighPipeUtilization", "fma=79.9", 0, "A pipeline is busy fma"},
    {"HighPipeUtilization", "fma=80", 0, "A pipeline is the limit fma"},
    {"SlowPipeLimiter", "busy=80 issued=19.9 issued_most=45", 0, "A slow pipeline holds the others up 56 issued!"},
    {"SlowPipeLimiter", "busy=79.9 issued=19.9 issued_most=45", 0, ""},
    {"SlowPipeLimiter", "busy=80 issued=20 issued_most=80", 0, ""},
    {"SlowPipeLimiter", "busy=80 issued=10 issued_most=35", 0, ""},
    {"SlowPipeLimiter", "busy=80 issued=10 issued_most=40 C=50 M=1", 0, "A slow pipeline holds the others up 38 issued!"},
    {"SlowPipeLimiter", "busy=80 issued=10", 0, "no issued_most"},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=0 fmul=0 ffma=29 dadd=4 dmul=0 dfma=0", 0, "Double precision takes the time 5"},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=1 fmul=1 ffma=29 dadd=4 dmul=0 dfma=0", 0, "The ratio of single "},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=0 fmul=0 ffma=29 dadd=3 dmul=0 dfma=0", 0, "The ratio of single "},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=61 fmul=0 ffma=0 dadd=0 dmul=13 dfma=0", 0, "Near the peak"},
    {"LaunchConfiguration", "block=256 grid=8 W=1 sms=8", 0, "Small grid grid"},
    {"LaunchConfiguration", "block=256 grid=7 W=1 sms=8", 0, "Small grid 12 grid!"},
    {"LaunchConfiguration", "block=256 grid=15 W=1 sms=8", 0, "Small grid grid"},
    {"LaunchConfiguration", "block=256 grid=16 W=1 sms=8", 0, ""},
    {"LaunchConfiguration", "block=256 grid=7 W=1 sms_of_device=8", 0, "Small grid 12 grid!"},
    {"LaunchConfiguration", "block=256 grid=99 W=1", 0, "no sms_of_device"},
    {"LaunchConfiguration", "block=33 grid=99 W=1 sms=8", 0, "Block size 48 block"},
    {"LaunchConfiguration", "block=32 grid=99 W=1 sms=8", 0, ""},
    {"LaunchConfiguration", "block=32 grid=99 W=0.9 sms=8", 0, ""},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8", 0, "Last wave 50 W"},
    {"LaunchConfiguration", "block=32 grid=99 W=4.1 sms=8", 0, "Last wave 20 W"},
    {"LaunchConfiguration", "block=32 grid=99 W=5.1 sms=8", 0, ""},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8 theory=100 got=80", 202404, ""},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8 theory=100 got=79", 202404, "Last wave 50 W"},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8", 202404, ""},
    {"WorkloadImbalance", "avg=95 max=100 min=95 sum=100 elapsed=100", 0, "Uneven work 5 avg!"},
    {"WorkloadImbalance", "avg=96 max=100 min=91.3 sum=100 elapsed=100", 0, ""},
    {"WorkloadImbalance", "avg=94 max=100 min=94 sum=80 elapsed=100", 0, ""},
    {"WorkloadImbalance", "avg=80 max=100 min=60 sum=50 elapsed=100", 0, "Uneven work 10 avg!"},
    {"WorkloadImbalance", "avg=80 max=100 min=60 sum=50", 0, ""},
    {"MemoryL2Compression", "inputs=0 rate=1 dram=50 l2=10", 0, ""},
    {"MemoryL2Compression", "inputs=1 rate=20 dram=50 l2=10", 0, ""},
    {"MemoryL2Compression", "inputs=1 rate=0 dram=50 l2=10", 0, "Compression that does not help 45 rate! inputs! dram"},
    {"MemoryL2Compression", "inputs=1 rate=19.9 dram=50", 0, "no l2"},
    {"SharedMemoryConflicts", "conflicts=1 waves=10 conflicts_st=0 waves_st=0", 0, "Bank conflicts 10 conflicts!"},
    {"SharedMemoryConflicts", "conflicts=0.9 waves=10 conflicts_st=2 waves_st=4", 0, "Bank conflicts 50 conflicts_st!"},
    {"SharedMemoryConflicts", "conflicts=1 waves=10", 0, "Bank conflicts 10 conflicts!; no conflicts_st"},
    {"PCSamplingData", "samples=0", 0, "No samples"},
    {"PCSamplingData", "samples=1", 0, ""},
    {"PCSamplingData", "", 0, "no samples"},
    {"PCSamplingData", "", 202302, ""},
    {"PMSamplingData", "interval=1 time=10", 0, ""},
    {"PMSamplingData", "interval=1.1 time=10", 0, "Few samples"},
    {"PMSamplingData", "interval_cycles=2 cycles=10", 0, "Few samples"},
    {"PMSamplingData", "interval=1 cycles=10", 0, "no time"},
    {"TheoreticalOccupancy", "most=8 peak=16 blocks=4 registers=3", 0, "=A scheduler gets 8.00 of the 16.0 warps it can hold (50.0 %), limited by registers."},
    {"TheoreticalOccupancy", "most=8 peak=16 blocks=3 registers=4", 0, "=A scheduler gets 8.00 of the 16.0 warps it can hold (50.0 %), limited by blocks."},
    {"TheoreticalOccupancy", "most=8 peak=16 blocks=3 registers=3", 0,
     "=A scheduler gets 8.00 of the 16.0 warps it can hold (50.0 %), limited by blocks, registers."},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=61 fmul=0 ffma=0 dadd=0 dmul=0.1 dfma=0", 0,
     "=The ratio of single to double peak is 5 to 1; the kernel reaches 61 % of the single and close to 0 % of the double one."},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=0.4 fmul=0 ffma=0 dadd=0 dmul=0 dfma=0", 0,
     "=The ratio of single to double peak is 5 to 1; the kernel reaches close to 0 % of the single and 0 % of the double one."},
    {"SOLFPRoofline", "fpeak=50 dpeak=10 fadd=61 fmul=0 ffma=0 dadd=0 dmul=2 dfma=0", 0, "The ratio of single "},
    {"HighPipeUtilization", "fma=30 alu=70", 0, "A pipeline is busy alu"},
    {"HighPipeUtilization", "alu=70 fma=30", 0, "A pipeline is busy alu"},
    {"LaunchConfiguration", "block=1000000001 grid=99 W=1 sms=8", 0, ""},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8 theory=100", 202404, ""},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8 got=9", 202404, ""},
    {"WorkloadImbalance", "avg=0 max=100 min=0 sum=50 elapsed=100", 0, ""},
    {"WorkloadImbalance", "avg=50 max=0 min=0 sum=50 elapsed=100", 0, ""},
    {"WorkloadImbalance", "max=100 min=60 sum=50 elapsed=100", 0, ""},
    {"WorkloadImbalance", "avg=80 max=100 sum=50 elapsed=100", 0, ""},
    {"MemoryL2Compression", "rate=1 dram=50 l2=10", 0, "no inputs"},
    {"MemoryL2Compression", "inputs=1 dram=50 l2=10", 0, "no rate"},
    {"MemoryL2Compression", "inputs=1 rate=1 l2=10", 0, "no dram"},
    {"SharedMemoryConflicts", "waves=10 conflicts_st=2 waves_st=4", 0, "no conflicts"},
    {"SharedMemoryConflicts", "conflicts=3 conflicts_st=2 waves_st=4", 0, "no waves"},
    {"SharedMemoryConflicts", "conflicts=0 waves=0 conflicts_st=2 waves_st=4", 0, "Bank conflicts 50 conflicts_st!"},
    {"SlowPipeLimiter", "issued=10 issued_most=40", 0, "no busy"},
    {"SlowPipeLimiter", "busy=80 issued_most=40", 0, "no issued"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=50 l2_hit=50 L1=60 L2=60 DRAM=60", 0, "Partly used sectors 45 used! L1"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=50 l2_hit=50 L1=20 L2=60 DRAM=60", 0, "Partly used sectors 22 used! l1_hit L2"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=0 l2_hit=0 L1=20 L2=20 DRAM=60", 0, "Partly used sectors 45 used! l1_hit l2_hit DRAM"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=0 l2_hit=0 L1=60 L2=60 DRAM=60", 0, "Partly used sectors 45 used! L1"},
    {"MemoryCacheAccessPattern", "used=32 used_most=32 l1_hit=0 l2_hit=0 L1=60 L2=60 DRAM=60", 0, ""},
    {"MemoryCacheAccessPattern", "used=0 used_most=32 l1_hit=0 l2_hit=0 L1=60 L2=60 DRAM=60", 0, ""},
    {"MemoryCacheAccessPattern", "used_most=32 l1_hit=0 l2_hit=0 L1=60 L2=60 DRAM=60", 0, ""},
    {"MemoryCacheAccessPattern", "used=8 l1_hit=0 l2_hit=0 L1=60 L2=60 DRAM=60", 0, ""},
    {"MemoryCacheAccessPattern", QUARTER "l2_hit=0 L1=60 L2=60 DRAM=60", 0, "no l1_hit"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=0 L1=60 L2=60 DRAM=60", 0, "no l2_hit"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=0 l2_hit=0 L1=60 L2=60", 0, "no DRAM"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=0 l2_hit=0 DRAM=60 L1=60", 0, "no L2"},
    {"MemoryCacheAccessPattern", QUARTER "l1_hit=50 l2_hit=50 L1=60 L2=60 DRAM=60", 202312, ""},
    {"MemoryCacheAccessPattern", "used_local_st=12 used_most_local_st=32 l1_hit_local_st=10 l2_hit_st=20 L1=30 L2=40 DRAM=80", 202401,
     "Partly used sectors 36 used_local_st! l1_hit_local_st l2_hit_st DRAM"},
    {"IssueSlotUtilization", "I=0.3 most=8 peak=16 active=5.5 eligible=0.7", 0, "Idle issue slots 70 I"},
    {"CPIStall", "I=0.79 latency=10 long=9", 0, "Warps wait 90 I! ?; The profiler's guide"}, /* words end where their room does */
    {"FPInstructions", "", 0, "no opcodes"},
    {"FPInstructions", "opcodes=99/FADD:20,FMUL:12,FFMA:8,DADD:1,DMUL:2,DFMA:12,7:9", 0, UNFUSED " 40 opcodes!"},
    {"FPInstructions", "opcodes=99/FADD:2,FMUL:1,FFMA:12,DFMA:3,DADD:9", 0, UNFUSED " 38 opcodes!"},
    {"FPInstructions", "opcodes=99/FADD:20,FMUL:12,FFMA:8 fma_active=25", 202502, UNFUSED " 10 opcodes! fma_active"},
    {"FPInstructions", "opcodes=99/DADD:20,DMUL:12,DFMA:8 fp64_active=50", 202502, UNFUSED " 20 opcodes! fp64_active"},
    {"HighPipeUtilization", "tex=70 fma=30", 0, "The busiest pipeline"},
    {"HighPipeUtilization", "inst_lsu=70 fma_active=30", 202204, "The busiest pipeline"},
    {"HighPipeUtilization", "inst_lsu=10 fma_active=5", 202203, "All pipelines are mostly idle inst_lsu!"},
    {"HighPipeUtilization", "inst_lsu=70 fma_active=30", 202203, "The busiest pipeline"},
    {"SOLFPRoofline", "fp64=40 fpeak=50 dpeak=10 fadd=0 fmul=0 ffma=29 dadd=4 dmul=0 dfma=0", 0, "Double precision takes the time 2"},
    {"SOLFPRoofline", "fpeak=10 dpeak=20 fadd=0 fmul=0 ffma=1 dadd=8 dmul=0 dfma=0", 0, "Double precision takes the time"},
    {"LaunchConfiguration", "block=32 grid=99 W=1.1 sms=8", 202501, "Last wave 50 W"},
    {"LaunchConfiguration", "block=32 grid=99 W=3.5 sms=8", 202501, "Last wave 25 W"},
    {"SharedMemoryConflicts", "l1_active=30 conflicts=4 waves=10 conflicts_st=0 waves_st=0", 0, "Bank conflicts 12 conflicts!"},
    {"UncoalescedGlobalAccess", "", 0, "no sectors"},
    {"UncoalescedGlobalAccess", "sectors=60/16:10,32:20,48:30", 0, "no sectors_ideal"},
    {"UncoalescedGlobalAccess", "sectors=60/16:10,32:20,48:30 sectors_ideal=60/16:10,32:20,48:30", 0, ""},
    {"UncoalescedGlobalAccess", "sectors=60/16:10,32:20,48:30 sectors_ideal=45/16:10,32:12,48:23", 0, SCATTERED},
    {"UncoalescedGlobalAccess", "sectors=60/16:10,32:20,48:30 sectors_ideal=45/16:10,32:12,48:23 excess=15 lts_active=40 lts_elapsed=50", 0,
     SCATTERED " 20 excess"},
    {"UncoalescedGlobalAccess", "sectors=60/16:10,32:20,48:30 sectors_ideal=45/16:10,32:12,48:23", 202203, MAKES "; " MAKES},
    {"UncoalescedGlobalAccess",
     "sectors=91/1:1,2:13,3:3,4:11,5:5,6:9,7:7,8:8,9:6,10:10,11:4,12:12,13:2 "
     "sectors_ideal=0/1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0,12:0,13:0", 202203,
     MAKES "; " MAKES "; " MAKES "; " MAKES "; " MAKES "; " MAKES "; " MAKES "; " MAKES "; " MAKES "; " MAKES}, /* ten at most */
    {"UncoalescedSharedAccess", "fronts=50/16:20,32:30 fronts_ideal=40/16:15,32:25", 0, SCATTERED},
};

static const char *metrics; /* of the row */

static int text_is(nvs_view v, const char *text) { return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0; }

/* What rows call a metric. */
static const char *short_name(nvs_view name)
{
    size_t i;
    for (i = 0; i < sizeof letters / sizeof *letters; i++)
        if (text_is(name, letters[i][1])) return letters[i][0];
    return "?";
}

/* What stands after the value: "/ID:VALUE,..."; an ID that is no number is a text. */
static void put_instances(nvs_metric *metric, const char *at, size_t slot)
{
    static nvs_value ids[4][16], values[4][16];
    size_t i;
    char *end;
    for (i = 0; i < 16 && (*at == '/' || *at == ','); i++) {
        nvs_value *const id = &ids[slot % 4][i], *const value = &values[slot % 4][i];
        const size_t len = strcspn(++at, ":");
        id->kind = *at >= '0' && *at <= '9' ? NVS_KIND_UINT64 : NVS_KIND_STRING;
        if (id->kind == NVS_KIND_UINT64) id->v.u = strtoull(at, NULL, 10);
        else {
            id->v.text.ptr = at;
            id->v.text.len = len;
        }
        value->kind = NVS_KIND_DOUBLE;
        value->v.d = strtod(at + len + 1, &end);
        at = end;
    }
    CHECK(*at == 0 || *at == ' ');
    metric->count = i;
    metric->ids.kind = metric->values.kind = NVS_KIND_MIXED;
    metric->ids.at = ids[slot % 4];
    metric->values.at = values[slot % 4];
}

/* The metric at this place of the row: its name, value and what stands after it; 0 after the last one. */
static int metric_of_row(size_t index, const char **name, double *value, const char **rest)
{
    const char *at = metrics;
    char *end;
    size_t len, i;
    for (; index > 0 && (at = strchr(at, ' ')) != NULL; index--) at++;
    if (at == NULL || *at == 0) return 0;
    len = strcspn(at, "=");
    for (i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strlen(letters[i][0]) == len && memcmp(letters[i][0], at, len) == 0) {
            *name = letters[i][1];
            *value = strtod(at + len + 1, &end);
            *rest = end;
            return CHECK(*end == 0 || *end == ' ' || *end == '/');
        }
    CHECK_STR("a name of the table", at);
    return 0;
}

static nvs_reply name_of(size_t index, nvs_view *name, void *user)
{
    const char *text, *rest;
    double value;
    (void)user;
    if (!metric_of_row(index, &text, &value, &rest)) return NVS_REPLY_NO;
    *name = nvs_text(text);
    return NVS_REPLY_YES;
}

static nvs_reply metric_of(nvs_view name, nvs_metric *metric, void *user)
{
    const char *text, *rest;
    size_t i;
    (void)user;
    metric->value.kind = NVS_KIND_DOUBLE;
    for (i = 0; metric_of_row(i, &text, &metric->value.v.d, &rest); i++)
        if (text_is(name, text)) {
            if (*rest == '/') put_instances(metric, rest, i);
            return NVS_REPLY_YES;
        }
    return NVS_REPLY_NO;
}

/* A finding as `said` has it; the end of it. */
static char *put_finding(char *to, const nvs_finding *x, int whole)
{
    static const char none[] = "This result has no metric ";
    const nvs_view words = x->title.len > 0 ? x->title : x->text;
    if (x->kind == NVS_FINDING_KIND_FOCUS) {
        if (!whole) to += sprintf(to, " %s%s", short_name(x->metric), x->severity == NVS_SEVERITY_HIGH ? "!" : "");
    } else if (x->kind == NVS_FINDING_KIND_MESSAGE && whole) {
        to += sprintf(to, "=%.*s", (int)x->text.len, x->text.ptr);
    } else if (x->kind == NVS_FINDING_KIND_MESSAGE && x->text.len > sizeof none && memcmp(x->text.ptr, none, sizeof none - 1) == 0) {
        nvs_view name = x->text;
        name.ptr += sizeof none - 1;
        name.len -= sizeof none; /* and the full stop */
        to += sprintf(to, "; no %s", short_name(name));
    } else if (x->kind == NVS_FINDING_KIND_MESSAGE) {
        to += sprintf(to, "; %.*s", (int)(x->title.len > 0 || words.len < 20 ? words.len : 20), words.ptr);
        if (x->percent > 0) to += sprintf(to, " %.0f", x->percent);
    }
    return to;
}

/* What the rules say of a row, or NULL after a failed check; to be closed. */
static const nvs_findings *run_row(size_t i)
{
    static const nvs_source source = {metric_of, name_of, NULL, NULL};
    nvs_rules_options o;
    const nvs_findings *f;
    memset(&o, 0, sizeof o);
    o.launch.year = rows[i].version / 100;
    o.launch.month = rows[i].version % 100;
    metrics = rows[i].metrics;
    f = nvs_rules_run(stock_rules, stock_rule_count, &source, &o, NULL);
    CHECK(f != NULL);
    return f;
}

static void each_side_of_every_threshold(void)
{
    char said[600], *at;
    size_t i, k, n;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const nvs_findings *const f = run_row(i);
        if (f == NULL) return;
        memset(said, 0, sizeof said);
        for (at = said, k = 0; k < f->count; k++)
            for (n = 0; strcmp(f->results[k].rule->identifier, rows[i].rule) == 0 && n < f->results[k].count; n++)
                at = put_finding(at, &f->results[k].findings[n], rows[i].said[0] == '=');
        if (!CHECK_STR(rows[i].said, said[0] == ';' ? said + 2 : said)) printf("    %s of %s\n", rows[i].rule, rows[i].metrics);
        nvs_findings_close(f);
    }
}

static char *put_whole_finding(char *to, const nvs_finding *x)
{
    switch (x->kind) {
    case NVS_FINDING_KIND_MESSAGE:
        to += sprintf(to, "  %s: %.*s: %.*s", nvs_level_name(x->level), (int)x->title.len, x->title.ptr, (int)x->text.len, x->text.ptr);
        if (x->speedup != NVS_SPEEDUP_NONE) to += sprintf(to, " [%s %.2f]", nvs_speedup_name(x->speedup), x->percent);
        break;
    case NVS_FINDING_KIND_FOCUS:
        to += sprintf(to, "    %.*s = %.4g, %s: %.*s", (int)x->metric.len, x->metric.ptr, x->value, nvs_severity_name(x->severity), (int)x->text.len,
                      x->text.len > 0 ? x->text.ptr : "");
        break;
    default:
        to += sprintf(to, "    at %" PRIu64 ", %s: %.*s", x->place.address, nvs_level_name(x->level), (int)x->text.len, x->text.ptr);
        break;
    }
    *to++ = '\n';
    return to;
}

/* Every word and number, with those of the other rules left out. New: UPDATE=1 build/tests/unit/stock_rules */
static void every_word(void)
{
    static char said[200000];
    static const char path[] = "tests/unit/stock_rules.txt";
    char *at = said, *want;
    size_t i, k, n, len;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const nvs_findings *const f = run_row(i);
        if (f == NULL || !CHECK(at < said + sizeof said - 10000)) return;
        at += sprintf(at, "%s of %s, %u\n", rows[i].rule, rows[i].metrics, rows[i].version);
        for (k = 0; k < f->count; k++)
            for (n = 0; strcmp(f->results[k].rule->identifier, rows[i].rule) == 0 && n < f->results[k].count; n++)
                at = put_whole_finding(at, &f->results[k].findings[n]);
        nvs_findings_close(f);
    }
    if (getenv("UPDATE") != NULL) {
        FILE *const f = fopen(path, "wb");
        if (CHECK(f != NULL)) {
            CHECK(fwrite(said, 1, (size_t)(at - said), f) == (size_t)(at - said));
            CHECK(fclose(f) == 0);
        }
    }
    want = run_read(path, &len);
    if (!CHECK(want != NULL)) return;
    CHECK_BYTES(want, len, said, (size_t)(at - said));
    free(want);
}

int main(void)
{
    RUN(each_side_of_every_threshold);
    RUN(every_word);
    return run_end();
}
