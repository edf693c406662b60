# study.sh NCUREP: prints docs/STUDY.md.
cat <<'END'
# What public kernels lose time to

`make study` makes this page with `ncurep study --weigh report --md ../shared/corpus/ncurep`: public reports of 2018 to 2026, of which
each counts the same, however many results it holds. They are what people happened to publish, not a sample of anything. What a rule
estimates is what its author's rule says, not what was gained.

END
exec "$1" study --weigh report --md ../shared/corpus/ncurep
