# The page with several baselines: what its tables and charts show of each is what details and raw say of that report by itself, in the
# made-up samples and in real reports, if those are there.
. tests/lib.sh
python=${PYTHON:-python3}
if ! have "$python"; then skip "needs python3"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp examples/data/sections/*.section examples/data/samples/sections/*.section "$tmp"
# Charts of what differs from one sample to another: lines by their dashes, bins that begin elsewhere.
cat >"$tmp/differs.section" <<'END'
Identifier: "Differs"
DisplayName: "What differs"
Order: 70
Body {
  Items {
    LineChart {
      Label: "Samples"
      AxisY { Label: "percent" }
      Metrics { Label: "Reads" Name: "pmsampling:dramc__read_throughput.avg.pct_of_peak_sustained_elapsed" }
      Metrics { Label: "Writes" Name: "pmsampling:dramc__write_throughput.avg.pct_of_peak_sustained_elapsed" }
      Metrics { Label: "Hits" Name: "pmsampling:l1tex__t_sector_hit_rate.pct" }
    }
  }
  Items {
    HistogramChart {
      Label: "How often"
      HistogramAxis { Label: "percent" BinCount: 8 }
      Metric { Label: "Writes" Name: "pmsampling:dramc__write_throughput.avg.pct_of_peak_sustained_elapsed" }
    }
  }
}
END
# equal LEAST... REPORT BASELINE...: nothing differs; LEAST is pairs: how many figures were compared, and how many of them differ from the
# report's own. Data that a baseline lacks has nothing to compare, so its second number is 0.
equal() {
    least=$1
    shift
    out=$("$python" -B tests/golden/ncurep_besides.py "${B:-build}/ncurep" "$tmp" "$@" 2>&1)
    if echo "$out" | tail -n 1 | awk -v least="$least" '{
        n = split("0 " least, want, " ")
        for (i = 1; i <= n; i++) if (i == 1 ? $i != 0 || NF != n : $i < want[i]) exit 1
    }'; then ok; else fail "$* (at least $least)" "$out"; fi
}
s=examples/data/samples/ncurep
equal '138 58 47 23 47 23 18 1 18 1 32 8 42 36 2 0 162 128' $s/canopy.ncu-rep $s/canopy_before.ncu-rep $s/saxpy.ncu-rep
equal '134 54 40 16 40 16 18 1 18 1 32 8 35 30 0 0 107 73' $s/canopy.ncu-rep $s/canopy_before.ncu-rep
equal '67 4 0 0 0 0 0 0 0 0 0 0 6 5 0 0 52 52' $s/saxpy.ncu-rep $s/canopy.ncu-rep
c=../shared/corpus/ncurep
if [ -d $c ]; then
    a=$c/2023.1.0_rtx4090_lashi0812
    equal '199 132 21 17 21 17 45 13 0 0 0 0 0 0 0 0 0 0' ${a}_850e0f8b.ncu-rep ${a}_9585ce90.ncu-rep ${a}_b6420cbf.ncu-rep ${a}_e046bb42.ncu-rep
    equal '292 203 69 45 43 29 27 10 0 0 0 0 42 36 3 0 2428 48' $c/2021.2.2_a100pcie40gb_bwcurless_3b5fa236.ncu-rep $c/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep \
        $c/2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891.ncu-rep
    equal '118 99 35 17 20 11 9 0 0 0 0 0 21 18 0 0 61 21' $c/2024.2.1_t4_armleth_2abc6e23.ncu-rep $c/2024.2.1_t4_armleth_cad96ed8.ncu-rep
    equal '444 358 132 84 80 52 54 14 67 24 32 32 77 65 0 0 1550 27' $c/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep $c/2025.2.0_a100sxm440gb_naderalawar_2d14a1dc.ncu-rep
    # Devices whose metrics have other names.
    equal '111 101 35 29 26 23 51 19 3 1 0 0 21 18 13 0 4125 29' $c/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep $c/2025.4.1_rtx5090_darrellthomas_8cde278d.ncu-rep \
        $c/2024.3.2_rtx4080super_muhammad-asfand_d07d5241.ncu-rep $c/2025.1.0_gh200480gb_alprielse_076bc542.ncu-rep
    # Warp samples, and a kernel that is shorter than its samples are apart.
    a=$c/2026.1.1_rtx5070tilaptopgpu_florianmattana
    equal '205 123 54 28 32 16 24 5 6 2 0 0 41 34 1 0 1462 19' ${a}_e6159472.ncu-rep ${a}_00ae3ec1.ncu-rep $c/2025.4.1_rtx5090_darrellthomas_8cde278d.ncu-rep
else skip "needs ../shared/corpus"; fi
finish
