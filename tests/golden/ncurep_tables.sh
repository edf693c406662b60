# A row for every unit and operator of a limit, every key that summaries are sorted by, and every way in which a pair of kernels is judged.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS

# Between two bounds close around the value: a unit that were taken for another one breaks both or one of them.
while read -r metric low high unit; do
    for bound in "> $low $unit" "< $high $unit"; do
        echo "* $metric $bound" >"$tmp/limits"
        says 0 "1 kept, 0 broken" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep
    done
    for bound in "< $low $unit" "> $high $unit"; do
        echo "* $metric $bound" >"$tmp/limits"
        says 1 "0 kept, 1 broken" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep
    done
done <<END
gpu__time_duration.sum 18431 18433 nsecond
gpu__time_duration.sum 18431 18433 ns
gpu__time_duration.sum 18.431 18.433 us
gpu__time_duration.sum 0.018431 0.018433 ms
gpu__time_duration.sum 0.000018431 0.000018433 s
gpu__time_duration.sum 18431 18433
dram__bytes_read.sum 4195839 4195841 byte
dram__bytes_read.sum 4195.839 4195.841 Kbyte
dram__bytes_read.sum 4.195839 4.195841 Mbyte
dram__bytes_read.sum 0.004195839 0.004195841 Gbyte
dram__bytes_read.sum 0.000004195839 0.000004195841 Tbyte
dram__bytes_read.sum 4195.839 4195.841 K
dram__bytes_read.sum.per_second 227638999999 227639000001 byte/s
dram__bytes_read.sum.per_second 227638999999 227639000001 byte/second
dram__bytes_read.sum.per_second 227638999 227639001 Kbyte/s
dram__bytes_read.sum.per_second 227638 227640 Mbyte/s
dram__bytes_read.sum.per_second 227.638 227.640 Gbyte/s
dram__bytes_read.sum.per_second 227.638 227.640 Gbyte/second
dram__bytes_read.sum.per_second 0.227638 0.227640 Tbyte/s
gpc__cycles_elapsed.avg.per_second 1.3999 1.4001 G
lts__t_sector_hit_rate.pct 41.06 41.08 %
launch__registers_per_thread 15 17 register/thread
END

# 16 registers, held to 15, 16 and 17: k kept, b broken.
while read -r operator outcomes; do
    for bound in 15 16 17; do
        echo "* launch__registers_per_thread $operator $bound" >"$tmp/limits"
        case ${outcomes%"${outcomes#?}"} in
        k) says 0 "1 kept, 0 broken" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep ;;
        *) says 1 "0 kept, 1 broken" $n check --limits "$tmp/limits" $s/saxpy.ncu-rep ;;
        esac
        outcomes=${outcomes#?}
    done
done <<END
< bbk
<= bkk
> kbb
>= kkb
== bkb
!= kbk
END

# Names of the rows, in order, and what they stand by.
while read -r key names; do
    equal "summary --sort $key" "$names" "$($n summary --csv --rules --sort "$key" $s/orchard.ncu-rep $s/orchard.ncu-rep $s/canopy.ncu-rep $s/mixed.ncu-rep |
        sed 1d | awk -F, '{printf "%s%s:%s", (NR > 1 ? " " : ""), $1, $3}')"
done <<END
total one:101376 three:55296 saxpyish:46720 two:46080 graph:40960 orchardLaunchBatch:40960 range:40960 saxpyish:18432 saxpyish:6400
count one:101376 graph:40960 three:55296 two:46080 orchardLaunchBatch:40960 range:40960 saxpyish:6400 saxpyish:18432 saxpyish:46720
mean saxpyish:46720 graph:40960 orchardLaunchBatch:40960 range:40960 three:55296 one:101376 two:46080 saxpyish:18432 saxpyish:6400
gain one:101376 three:55296 two:46080 saxpyish:18432 graph:40960 orchardLaunchBatch:40960 range:40960 saxpyish:6400 saxpyish:46720
name graph:40960 one:101376 orchardLaunchBatch:40960 range:40960 saxpyish:6400 saxpyish:18432 saxpyish:46720 three:55296 two:46080
END

# The worst of the metrics judges, and of equals the one that changed most. Time: 24 % less, 31 % more; hits of L1: 52 % more, 34 % fewer; of
# L2: 11 % more, 10 % fewer; warps per instruction: 23 % fewer, 30 % more.
time=gpu__time_duration.sum l1=l1tex__t_sector_hit_rate.pct l2=lts__t_sector_hit_rate.pct
warps=smsp__average_warps_active_per_inst_executed.ratio none=launch__registers_per_thread
judged() { # BEFORE AFTER TOLERANCE METRICS VERDICT BY
    $n diff --json --tolerance "$3" --metrics "$4" $s/$1.ncu-rep $s/$2.ncu-rep >"$tmp/out"
    equal "$1, $2, $3, $4" "$5 $6" "$(tr -d ' \n' <"$tmp/out" | sed 's/.*"verdict":"\([a-z_]*\)","judged_by":"*\([^",}]*\).*/\1 \2/')"
}
judged canopy_before canopy 2 $time,$l1 better $l1
judged canopy_before canopy 2 $l1,$time better $l1
judged canopy_before canopy 2 $time,$l2 better $time
judged canopy_before canopy 2 $l2,$time better $time
judged canopy_before canopy 2 $time,$l1,$warps worse $warps
judged canopy_before canopy 2 $warps,$l1,$time worse $warps
judged canopy canopy_before 2 $time,$l1,$warps worse $l1
judged canopy canopy_before 2 $time,$l2,$warps worse $time
judged canopy canopy_before 2 $l2,$time worse $time
judged canopy canopy_before 32 $time,$l1 worse $l1
judged canopy canopy_before 32 $time,$l2 same $time
judged canopy_before canopy 30 $time,$l1 better $l1
judged canopy_before canopy 60 $time,$l1 same $l1
judged canopy_before canopy 2 $none,$time better $time
judged canopy_before canopy 2 $none not_judged null
finish
