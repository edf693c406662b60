. tests/lib.sh
reference=../shared/oracle/nvprofile/reference.py
if [ ! -f $reference ]; then
    skip "needs ../shared"
elif ! have python3; then
    skip "needs python3"
else
    for seed in 1 2 3; do
        check "seed $seed" python3 tests/differential/nvprofile.py "${B:-build}/nvprofile" $reference 250 $seed \
            examples/data/samples/nvprofile/*.rc ../shared/oracle/nvprofile/cases/*.rc ../shared/oracle/nvprofile/probes/*.rc
    done
fi
finish
