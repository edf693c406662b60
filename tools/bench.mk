# make study             docs/STUDY.md, from the reports of ../shared/corpus
# make bench             figures of all headers; make bench-NAME of one, make bench-page writes bench/README.md

.PHONY: bench bench-page bench-size study

BENCHES := $(patsubst bench/%.c,%,$(wildcard bench/*.c))

$(B)/bench/%: bench/%.c
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(FLAGS) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(BENCH_LIBS)
$(B)/bench/nvsection: $(B)/obj/shared/report/input/section_library.o $(CLI)

bench: $(BENCHES:%=bench-%) $(if $(shell command -v $(PYTHON)),bench-python) bench-size

study: $(B)/ncurep
	sh tools/study.sh $(B)/ncurep >docs/STUDY.md.part
	mv docs/STUDY.md.part docs/STUDY.md

bench-page:
	@B='$(B)' MAKE='$(MAKE)' PYTHON='$(PYTHON)' sh tools/bench_page.sh bench/README.md

bench-size: $(B)/ncurep
	@B='$(B)' CC='$(CC)' sh bench/size.sh

$(B)/bench/python: bench/python.py $(PYTHON_SO)
	@mkdir -p $(@D)
	printf '#!/bin/sh\nexec $${PYTHON:-python3} -B bench/python.py "$$@"\n' >$@
	chmod +x $@

# They start the tools.
bench-ncurep_pages bench-cubin: $(B)/ncurep
bench-drmfdinfo_tools: $(B)/drmtop $(B)/drmfdinfo

bench-%: $(B)/bench/%
	@B='$(B)' CC='$(CC)' PYTHON='$(PYTHON)' sh tools/bench.sh $*
