# make            the tools and their completions for shells, into build/
# make demo       what each tool is for and its best screen, on bundled samples
# make check      the tests that a C compiler and make can run, in three minutes
# make check-all  every test; one that needs more than is here says "skipped: needs X"
# make help       every target
# GNU make; V=1 shows the commands. Nothing is written outside build/ but pages in docs/, by make matrix and make pictures.

VERSION = 1.0.0
PREFIX = /usr/local
# make install STRIP= keeps debug information.
STRIP = -s
MAN = $(PREFIX)/share/man/man1
BASH_COMPLETIONS = $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(PREFIX)/share/zsh/site-functions
CMAKE = $(PREFIX)/lib/cmake/gpuloupe
FISH_COMPLETIONS = $(PREFIX)/share/fish/vendor_completions.d
CC = cc
CXX = c++
CFLAGS = -O2 -g
WARN = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef -Wdouble-promotion
PYTHON ?= python3
TIME ?= 60
B = build

HEADERS := $(wildcard drmfdinfo.h nvprofile.h ncurep.h nvsection.h cubin.h)
NAMES := $(HEADERS:.h=)
# prefix_of HEADER: the prefix of its macros, as the header says it.
prefix_of = $(shell sed -n 's/^ *\#define \([A-Z]*\)_IMPLEMENTATION$$/\1/p' $(1) | head -n 1)
POSIX = -std=c99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -ffp-contract=off
BASE_FLAGS = $(POSIX) $(WARN) -MMD -MP -I. -Iexamples/shared -DVERSION='"$(VERSION)"'
FLAGS = $(BASE_FLAGS) $(CFLAGS)

# A folder of examples/tools with a file of its own name is a tool; a file of examples/short is a program.
CLI := $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/shared/cli/*.c))
TOOLS := $(foreach t,drmtop drmfdinfo nvprofile ncurep nvsection,$(if $(wildcard examples/tools/$(t)/$(t).c),$(t)))
PROGRAMS := $(patsubst %.c,$(B)/examples/%,$(notdir $(wildcard examples/short/*.c examples/data/*.c)))
# What is in tests/proofs is read by Frama-C, not run.
TESTS := $(sort $(filter-out tests/proofs/%,$(wildcard tests/*/*.c)))
TEST_PROGRAMS := $(patsubst tests/%.c,$(B)/tests/%,$(TESTS))
TEST_SCRIPTS := $(sort $(wildcard tests/*/*.sh))
# What make check leaves to make check-all: other folders, and scripts that need other programs or minutes.
MORE = $(wildcard tests/compile/*.sh tests/differential/* tests/fault/* tests/meta/* tests/oracle/* tests/*/python* \
    tests/limits/instructions.sh tests/limits/linear.sh tests/limits/threads.sh)
CHECK_SCRIPTS := $(filter-out $(MORE),$(TEST_SCRIPTS)) $(wildcard tests/meta/grammar.sh)
CHECK_PROGRAMS := $(patsubst tests/%.c,$(B)/tests/%,$(filter-out $(MORE),$(TESTS)))
REPLAYS := $(patsubst fuzz/%.c,$(B)/fuzz/%,$(filter-out fuzz/replay.c,$(wildcard fuzz/*.c)))
BENCHES := $(patsubst bench/%.c,%,$(wildcard bench/*.c))

# One line for a command, which V=1 shows instead; V=dots is a dot.
step = $(if $(filter 1,$(V)),,$(if $(V),@printf .;,@echo '  $(1)' $@;))
# As many jobs as there are processors, unless make was told how many.
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
PARALLEL = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(JOBS))
RUN_TESTS = CC='$(CC)' CXX='$(CXX)' B='$(B)' JOBS='$(JOBS)' sh tests/run.sh

.PHONY: all examples python wheels viewer demo check check-more check-all check-build check-all-build oracle faults seeds coverage mutants matrix matrix-sample fuzz bench bench-page study bench-size analyze proofs vendor pictures dist install uninstall clean help
.SECONDARY:
.DEFAULT_GOAL := all

# What a shell offers after TAB, from the manual pages.
COMPLETIONS := $(foreach t,$(TOOLS),$(B)/completions/$(t) $(B)/completions/_$(t) $(B)/completions/$(t).fish)
completion = @mkdir -p $(@D); awk -v shell=$(1) -f tools/completions.awk $< >$@
$(TOOLS:%=$(B)/completions/%): $(B)/completions/%: man/%.1 tools/completions.awk
	$(call completion,bash)
$(TOOLS:%=$(B)/completions/_%): $(B)/completions/_%: man/%.1 tools/completions.awk
	$(call completion,zsh)
$(TOOLS:%=$(B)/completions/%.fish): $(B)/completions/%.fish: man/%.1 tools/completions.awk
	$(call completion,fish)

all: $(TOOLS:%=$(B)/%) $(COMPLETIONS)

help:
	@sed -n '/^# make/p' Makefile
	@echo '# make examples          the short programs, into build/examples/'
	@echo '# make python            the shared object of the Python package in examples/bindings/python (docs/PYTHON.md)'
	@echo '# make wheels            the Python package for other systems, and its source archive, into build/dist'
	@echo '# make viewer            build/viewer.html, reports in a browser (needs clang with wasm32; docs/REPORTS.md)'
	@echo '# make oracle            canonical outputs against ../shared/oracle, where that folder is there'
	@echo '# make faults seeds coverage matrix-sample      parts of make check-all by themselves'
	@echo '# make coverage LIST=all HEADER=x.h             what no test reaches'
	@echo '# make mutants HEADER=x.h N=500 SEED=1          small mistakes, and which of them no test finds'
	@echo '# make matrix            every compiler, language version and machine that is here; writes tests/compile/PORTABILITY.md'
	@echo '# make fuzz TIME=60      each fuzz target for so many seconds (AFL++, else libFuzzer, else replay)'
	@echo '# make study             docs/STUDY.md, from the reports of ../shared/corpus'
	@echo '# make bench             figures of all headers; make bench-NAME of one, make bench-page writes bench/README.md'
	@echo '# make proofs            no run-time error in the leaf readers, by Frama-C; tests/proofs/README.md'
	@echo '# make analyze           cppcheck, clang-tidy, gcc -fanalyzer over the headers'
	@echo '# make vendor PROJECT=htop FOLDER=TREE      a header tried in a public project; tools/vendor/README.md'
	@echo '# make pictures          those of the README (needs python3)'
	@echo '# make dist              the release: archives, viewer, Python packages, SBOM, checksums; PARTS=source: not viewer and packages'
	@echo '# make install PREFIX=/usr/local, make uninstall'

$(B)/obj/%.o: examples/%.c Makefile
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(FLAGS) $(TOOL_FLAGS) -c -o $@ $<

# What all tools write with, and what the two on drmfdinfo.h share.
WRITE = examples/shared/write/*.c
ALSO_nvprofile = $(WRITE)
ALSO_drmtop = examples/shared/drm/*.c $(WRITE)
ALSO_drmfdinfo = $(ALSO_drmtop)
# dlopen, for NVML: in libc itself since glibc 2.34.
$(B)/drmtop $(B)/drmfdinfo $(B)/ncurep: TOOL_LIBS += -ldl
# Rules of our own, over the metrics of a result.
REPORT = examples/shared/rules/*.c examples/shared/report/*/*.c $(WRITE)
ALSO_nvsection = $(REPORT)
ALSO_ncurep = $(REPORT)

# The sections that ncurep falls back on where a report holds none, as C strings: a name after \001, then its lines.
$(B)/gen/sections.inc: $(wildcard examples/data/sections/*.section)
	@mkdir -p $(@D)
	@awk 'FNR == 1 {n = FILENAME; sub(".*/", "", n); printf "\"\\001%s\",\n", n} \
	    !/^ *#/ {gsub(/[\\"]/, "\\\\&"); printf "\"%s\",\n", $$0}' $^ >$@
$(B)/obj/shared/report/model/evaluate.o: $(B)/gen/sections.inc
# What is known of drivers, a C string each line.
$(B)/gen/driver-facts.inc: examples/data/driver-facts.tsv Makefile
	@mkdir -p $(@D)
	@awk '!/^#/ {gsub(/[\\"]/, "\\\\&"); printf "\"%s\",\n", $$0}' $< >$@
$(B)/obj/tools/nvprofile/facts.o: $(B)/gen/driver-facts.inc
$(B)/obj/tools/nvprofile/facts.o: TOOL_FLAGS += -I$(B)/gen
define lines_of
	@mkdir -p $(@D)
	@awk '!/^ *\/\*.*\*\/$$/ && NF > 0 {sub(/^ */, ""); gsub(/[\\"]/, "\\\\&"); printf "\"%s\",\n", $$0}' $< >$@
endef
# The style sheet and the script of the HTML page, as C strings without spaces in front and lines that are comments.
$(B)/gen/page.%.inc: examples/shared/report/pages/page.% Makefile
	$(lines_of)
$(B)/gen/chart.css.inc: examples/shared/report/draw/chart.css Makefile
	$(lines_of)
$(B)/obj/shared/report/pages/html.o: $(B)/gen/page.css.inc $(B)/gen/page.js.inc
$(B)/obj/shared/report/draw/chart_style.o: $(B)/gen/chart.css.inc
$(B)/obj/shared/report/draw/chart_style.o: TOOL_FLAGS += -I$(B)/gen
$(B)/obj/shared/report/pages/html.o: TOOL_FLAGS += -I$(B)/gen
$(B)/obj/shared/report/model/evaluate.o: TOOL_FLAGS += -I$(B)/gen
$(B)/ncurep $(B)/nvsection: TOOL_LIBS += -lm

# Compressed reports, where libzstd is installed. make ZSTD= builds without it.
ZSTD := $(shell pkg-config --exists libzstd 2>/dev/null && echo yes)
ifneq ($(ZSTD),)
$(B)/obj/shared/report/input/pack.o $(B)/obj/shared/report/input/images.o: TOOL_FLAGS += -DHAVE_ZSTD $(shell pkg-config --cflags libzstd)
$(B)/ncurep $(B)/nvsection: TOOL_LIBS += $(shell pkg-config --libs libzstd)
endif

define tool
$(B)/$(1): $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/tools/$(1)/*.c examples/tools/$(1)/*/*.c $(ALSO_$(1)))) $(CLI)
	$$(call step,LINK)$(CC) $(CFLAGS) $(LDFLAGS) -o $$@ $$^ $$(TOOL_LIBS)
endef
$(foreach t,$(TOOLS),$(eval $(call tool,$(t))))

# The pages of ncurep without the tool: the floors below its verbs.
NCUREP_PAGE = $(B)/examples/ncurep_page $(B)/tests/fault/ncurep_page $(B)/tests/golden/ncurep_rows $(B)/tests/golden/ncurep_why
$(NCUREP_PAGE): $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard $(REPORT))) $(CLI)
$(NCUREP_PAGE): EXAMPLE_LIBS = $(if $(ZSTD),$(shell pkg-config --libs libzstd)) -lm -ldl

define program
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(FLAGS) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(EXAMPLE_LIBS)
endef
$(B)/examples/%: examples/short/%.c
	$(program)
$(B)/examples/%: examples/data/%.c
	$(program)

examples: $(PROGRAMS)

# The bodies of the headers, once for all tests that use no more than the public part of one: a header that is told that it
# was compiled already leaves them out. Their assertions are on. The other tests compile the bodies themselves.
TEST_CFLAGS = -O1 -g
TEST_FLAGS = $(BASE_FLAGS) $(TEST_CFLAGS) -Itests
OWN_BODIES := $(shell grep -lE '[a-z]_i_[a-z]|[A-Z]_(I_[A-Z]|STATIC|NO_LIBC)|^\#define [a-z]|shared_parts\.h' \
    $(TESTS) $(wildcard fuzz/*.c))
ONE_BODY := $(shell for h in $(HEADERS); do sed -n 's/^\#if defined([A-Z]*_IMPLEMENTATION) && !defined(\([A-Z]*_IMPLEMENTED\)).*/-D\1/p' $$h; done)
BODIES = $(B)/tests/headers.a
$(B)/tests/headers/%.o: %.h
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) -include stdlib.h -D$(call prefix_of,$<)_POSIX -D$(call prefix_of,$<)_IMPLEMENTATION \
	    '-D$(call prefix_of,$<)_ASSERT(e)=((e) ? (void)0 : abort())' -x c -c -o $@ $<
$(BODIES): $(HEADERS:%.h=$(B)/tests/headers/%.o)
	@rm -f $@
	$(call step,AR)$(AR) rc $@ $^
# bodies SOURCE: flags for it. Of several files on one line the compiler would note only what the last one includes.
bodies = $(if $(filter $(1),$(OWN_BODIES)),,$(ONE_BODY))

$(B)/tests/%: tests/%.c $(BODIES)
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) $(call bodies,$<) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(BODIES) $(EXAMPLE_LIBS)

$(B)/tests/ncurep_names: $(B)/obj/shared/report/input/demangle.o $(CLI)
$(B)/tests/ncurep_names: EXAMPLE_LIBS = -ldl
$(B)/tests/unit/drm_hardware: $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/shared/drm/*.c)) $(CLI)
$(B)/tests/unit/drm_hardware: EXAMPLE_LIBS = -ldl

$(B)/tests/headers/replay.o: fuzz/replay.c
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) -c -o $@ $<
$(B)/fuzz/%: fuzz/%.c $(B)/tests/headers/replay.o $(BODIES)
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) $(call bodies,$<) $(LDFLAGS) -o $@ $< $(B)/tests/headers/replay.o $(BODIES)

VIEWER_PARTS = $(patsubst examples/%.c,$(B)/obj/%.o,$(filter-out %/reactor.c,$(shell sh tools/viewer.sh sources)))
$(B)/fuzz/viewer: fuzz/viewer.c $(VIEWER_PARTS) $(B)/tests/headers/replay.o
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) $(LDFLAGS) -o $@ $< $(VIEWER_PARTS) $(B)/tests/headers/replay.o $(if $(ZSTD),$(shell pkg-config --libs libzstd)) -ldl -lm

$(B)/bench/%: bench/%.c
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(FLAGS) $(LDFLAGS) -o $@ $< $(BENCH_LIBS)

# The shared object of the Python package in examples/bindings/python, which looks for it here.
PYTHON_SO = $(B)/python/ncurep_native.so
ifneq ($(ZSTD),)
PYTHON_ZSTD := -DHAVE_ZSTD $(shell pkg-config --cflags --libs libzstd)
endif
PYTHON_PAGE_SO = $(B)/python/ncurep_page.so
$(PYTHON_SO): examples/bindings/python/native.c examples/bindings/python/findings.c ncurep.h nvsection.h cubin.h
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(POSIX) $(WARN) $(CFLAGS) -I. -fPIC -fvisibility=hidden -shared $(LDFLAGS) -o $@ $(filter %.c,$^) $(PYTHON_ZSTD) -lm

# The HTML page for notebooks, from files of the tool.
$(PYTHON_PAGE_SO): examples/bindings/python/page.c examples/bindings/python/backend.py $(wildcard examples/data/sections/*.section) \
    $(wildcard examples/shared/*/*.* examples/shared/report/*/*.*)
	@mkdir -p $(@D)
	$(call step,CC)CC='$(CC)' CFLAGS='$(CFLAGS)' $(PYTHON) -B examples/bindings/python/backend.py page $(@D) >/dev/null

python: $(PYTHON_SO) $(PYTHON_PAGE_SO)

# The package as it is installed, for tests.
PYTHON_SITE = $(B)/python/site/ncurep/__init__.py
$(PYTHON_SITE): $(PYTHON_SO) $(PYTHON_PAGE_SO) examples/bindings/python/backend.py LICENSE $(wildcard examples/bindings/python/README.md examples/data/sections/*.section \
    $(foreach d,ncurep ncurep/rule_helpers compat rules shim shim/ncu_report,examples/bindings/python/$(d)/*.*))
	@rm -rf $(B)/python/site $(B)/python/wheels
	@mkdir -p $(B)/python/wheels
	$(call step,WHEEL)for w in wheel shim; do \
	    NCUREP_BUILT=$(B)/python $(PYTHON) -B examples/bindings/python/backend.py $$w $(B)/python/wheels >/dev/null || exit 1; done
	@if $(PYTHON) -m pip --version >/dev/null 2>&1; then \
	    $(PYTHON) -m pip install -q --no-deps --no-index --no-compile --disable-pip-version-check --root-user-action=ignore \
	        --target $(B)/python/site $(B)/python/wheels/*.whl; \
	else for w in $(B)/python/wheels/*.whl; do $(PYTHON) -m zipfile -e $$w $(B)/python/site || exit 1; done; fi
	@touch $@

wheels:
	@B='$(B)' PYTHON='$(PYTHON)' sh tools/wheels.sh

# One page that shows reports in a browser, from the same files as the tool.
viewer: $(B)/gen/driver-facts.inc $(B)/gen/sections.inc $(B)/gen/page.css.inc $(B)/gen/page.js.inc $(B)/gen/chart.css.inc
	@B='$(B)' VERSION='$(VERSION)' sh tools/viewer.sh

demo:
	@printf 'Building the tools '
	+@$(MAKE) --no-print-directory $(PARALLEL) V=dots all
	@echo
	@B='$(B)' sh tools/demo.sh

check-build: all examples $(CHECK_PROGRAMS) $(REPLAYS)
check-all-build: check-build $(TEST_PROGRAMS) $(B)/tests/ncurep_names

check:
	+@$(MAKE) --no-print-directory $(PARALLEL) check-build
	@$(RUN_TESTS) $(CHECK_PROGRAMS) $(CHECK_SCRIPTS)

# What make check leaves out.
check-more:
	+@$(MAKE) --no-print-directory $(PARALLEL) check-all-build
	@$(RUN_TESTS) $(filter-out $(CHECK_PROGRAMS) $(CHECK_SCRIPTS),$(TEST_PROGRAMS) $(TEST_SCRIPTS))

check-all:
	+@$(MAKE) --no-print-directory $(PARALLEL) check-all-build
	@$(RUN_TESTS) $(TEST_PROGRAMS) $(TEST_SCRIPTS)

oracle: all
	@$(RUN_TESTS) $(filter tests/oracle/%,$(TEST_SCRIPTS))

faults: $(filter $(B)/tests/fault/%,$(TEST_PROGRAMS))
	@$(RUN_TESTS) $^

seeds: $(REPLAYS)
	@$(RUN_TESTS) tests/regress/seeds.sh

# LIST=lines, branches or all prints what no test reaches; HEADER=x.h measures one.
coverage: $(TOOLS:%=$(B)/%)
	@CC='$(CC)' B='$(B)' LIST='$(LIST)' HEADER='$(HEADER)' sh $(if $(LIST)$(HEADER),,tests/run.sh) tests/meta/coverage.sh

# Small mistakes put into a header, to see which of them no test finds.
mutants: $(B)/ncurep
	@for h in $(or $(HEADER),$(HEADERS)); do $(PYTHON) tools/mutants.py $$h -n $(or $(N),500) -s $(or $(SEED),1) -j $(JOBS) --build $(B); done

matrix-sample:
	@$(RUN_TESTS) tests/compile/matrix.sh

matrix:
	@CC='$(CC)' CXX='$(CXX)' B='$(B)' MATRIX=full PAGE=tests/compile/PORTABILITY.md sh tests/compile/matrix.sh

fuzz: $(B)/gen/sections.inc $(B)/gen/page.css.inc $(B)/gen/page.js.inc $(B)/gen/chart.css.inc
	@TIME='$(TIME)' B='$(B)' sh tools/fuzz.sh $(FUZZ)

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

proofs:
	@B='$(B)' sh tools/proofs.sh

analyze:
	@B='$(B)' sh tools/analyze.sh

vendor:
	@B='$(B)' CC='$(CC)' sh tools/vendor.sh $(PROJECT) $(FOLDER)

pictures: all
	@B='$(B)' PYTHON='$(PYTHON)' sh tools/pictures.sh

dist:
	+@B='$(B)' MAKE='$(MAKE)' PYTHON='$(PYTHON)' PARTS='$(PARTS)' sh tools/dist.sh

install: all
	install -d $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(CMAKE) $(DESTDIR)$(MAN)
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include
	install $(STRIP) -m 755 $(TOOLS:%=$(B)/%) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(TOOLS:%=man/%.1) $(DESTDIR)$(MAN)
	install -d $(DESTDIR)$(BASH_COMPLETIONS) $(DESTDIR)$(ZSH_COMPLETIONS) $(DESTDIR)$(FISH_COMPLETIONS)
	install -m 644 $(TOOLS:%=$(B)/completions/%) $(DESTDIR)$(BASH_COMPLETIONS)
	install -m 644 $(TOOLS:%=$(B)/completions/_%) $(DESTDIR)$(ZSH_COMPLETIONS)
	install -m 644 $(TOOLS:%=$(B)/completions/%.fish) $(DESTDIR)$(FISH_COMPLETIONS)
	for n in $(NAMES); do printf 'prefix=%s\nincludedir=$${prefix}/include\n\nName: %s\nDescription: single-header C library %s.h\nVersion: %s\nCflags: -I$${includedir}\n' \
	    '$(PREFIX)' $$n $$n '$(VERSION)' >$(DESTDIR)$(PREFIX)/lib/pkgconfig/$$n.pc; done
	install -m 644 packaging/cmake/gpuloupe-config.cmake $(DESTDIR)$(CMAKE)
	sed 's/@VERSION@/$(VERSION)/' packaging/cmake/gpuloupe-config-version.cmake >$(DESTDIR)$(CMAKE)/gpuloupe-config-version.cmake

uninstall:
	rm -f $(HEADERS:%=$(DESTDIR)$(PREFIX)/include/%) $(TOOLS:%=$(DESTDIR)$(PREFIX)/bin/%) $(TOOLS:%=$(DESTDIR)$(MAN)/%.1) \
	    $(NAMES:%=$(DESTDIR)$(PREFIX)/lib/pkgconfig/%.pc) $(TOOLS:%=$(DESTDIR)$(BASH_COMPLETIONS)/%) \
	    $(TOOLS:%=$(DESTDIR)$(ZSH_COMPLETIONS)/_%) $(TOOLS:%=$(DESTDIR)$(FISH_COMPLETIONS)/%.fish) \
	    $(DESTDIR)$(CMAKE)/gpuloupe-config.cmake $(DESTDIR)$(CMAKE)/gpuloupe-config-version.cmake

clean:
	rm -rf $(B)

-include $(wildcard $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d $(B)/examples/*.d $(B)/tests/*/*.d $(B)/fuzz/*.d $(B)/bench/*.d)
