# make oracle            canonical outputs against ../shared/oracle, where that folder is there
# make faults seeds coverage matrix-sample      parts of make check-all by themselves
# make coverage LIST=all HEADER=x.h             what no test reaches
# make mutants HEADER=x.h N=500 SEED=1          small mistakes, and which of them no test finds; HEADER=examples/tools/nvprofile, too
# make matrix            every compiler, language version and machine that is here; writes tests/compile/PORTABILITY.md
# make fuzz TIME=60      each fuzz target for so many seconds (AFL++, else libFuzzer, else replay)
# make proofs            no run-time error in the leaf readers, by Frama-C; tests/proofs/README.md
# make analyze           cppcheck, clang-tidy, gcc -fanalyzer over the headers

.PHONY: check check-more check-all check-build check-all-build oracle faults seeds coverage mutants matrix matrix-sample fuzz proofs analyze

# What is in tests/proofs is read by Frama-C, not run.
TESTS := $(sort $(filter-out tests/proofs/%,$(wildcard tests/*/*.c)))
TEST_PROGRAMS := $(patsubst tests/%.c,$(B)/tests/%,$(TESTS))
TEST_SCRIPTS := $(sort $(wildcard tests/*/*.sh))
# What make check leaves to make check-all: other folders, and scripts that need other programs or minutes.
MORE = $(wildcard tests/compile/*.sh tests/differential/* tests/fault/* tests/meta/* tests/oracle/* tests/*/python* \
    tests/golden/ncurep_browser.sh tests/golden/ncurep_figures.sh tests/limits/instructions.sh tests/limits/linear.sh \
    tests/limits/ncurep_linear.sh tests/limits/stack.sh tests/limits/threads.sh)
CHECK_SCRIPTS := $(filter-out $(MORE),$(TEST_SCRIPTS)) $(wildcard tests/meta/grammar.sh)
CHECK_PROGRAMS := $(patsubst tests/%.c,$(B)/tests/%,$(filter-out $(MORE),$(TESTS)))
REPLAYS := $(patsubst fuzz/%.c,$(B)/fuzz/%,$(filter-out fuzz/replay.c,$(wildcard fuzz/*.c)))

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
# Most of these programs take longer to compile than to run.
flags = $(if $(findstring /unit/,$@)$(findstring /golden/,$@)$(findstring /fuzz/,$@),$(TEST_FLAGS:-O1=-O0),$(TEST_FLAGS))
# bodies SOURCE: flags for it. Of several files on one line the compiler would note only what the last one includes.
bodies = $(if $(filter $(1),$(OWN_BODIES)),,$(ONE_BODY))

$(B)/tests/%: tests/%.c $(BODIES)
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(flags) $(call bodies,$<) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(BODIES) $(EXAMPLE_LIBS)

$(B)/tests/ncurep_names: $(B)/obj/shared/report/input/demangle.o $(CLI)
$(B)/tests/ncurep_names: EXAMPLE_LIBS = $(DEMANGLER)
$(addprefix $(B)/tests/,unit/metric_text unit/metric_facts limits/metric_text oracle/ncurep_units): $(B)/obj/shared/report/model/metric_text.o
$(B)/tests/unit/drm_hardware: $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/shared/drm/*.c $(WRITE))) $(CLI)
$(B)/tests/unit/drm_hardware: EXAMPLE_LIBS = -ldl
$(B)/tests/golden/drmtop_screens: $(filter-out %/drmtop.o,$(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/tools/drmtop/*.c $(ALSO_drmtop)))) $(CLI)
$(B)/tests/golden/drmtop_screens: EXAMPLE_LIBS = -ldl
$(B)/tests/unit/drm_bpf: $(B)/obj/shared/drm/bpf.o $(CLI)
$(B)/tests/unit/stock_rules: $(B)/obj/shared/rules/stock.o
$(B)/tests/unit/profile_lint $(B)/fuzz/nvprofile_file: $(B)/obj/shared/profiles/lint.o $(CLI)
$(B)/tests/unit/section_library $(B)/fuzz/nvsection_library: $(B)/obj/shared/report/input/section_library.o $(CLI)
$(B)/tests/fault/section_library: $(CLI)

$(B)/tests/headers/replay.o: fuzz/replay.c
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) -c -o $@ $<
$(B)/fuzz/%: fuzz/%.c $(B)/tests/headers/replay.o $(BODIES)
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(flags) $(call bodies,$<) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(BODIES)

VIEWER_PARTS = $(patsubst examples/%.c,$(B)/obj/%.o,$(filter-out %/reactor.c,$(shell sh tools/viewer.sh sources)))
$(B)/fuzz/viewer: fuzz/viewer.c $(VIEWER_PARTS) $(B)/tests/headers/replay.o
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(TEST_FLAGS) $(LDFLAGS) -o $@ $< $(VIEWER_PARTS) $(B)/tests/headers/replay.o $(ZSTD_LIBS) $(DEMANGLER) -lm

# The language servers, their tools without main.
LSP_PARTS = $(filter-out $(B)/obj/tools/$(1)/$(1).o,$(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/tools/$(1)/*.c $(ALSO_$(1)))))
define lsp_fuzz
$(B)/fuzz/lsp_$(1): fuzz/lsp_$(1).c $(LSP_PARTS) $(CLI) $(B)/tests/headers/replay.o
	@mkdir -p $$(@D)
	$$(call step,CC)$(CC) $(TEST_FLAGS) $(LDFLAGS) -o $$@ $$< $(LSP_PARTS) $(CLI) $(B)/tests/headers/replay.o $(ZSTD_LIBS) $(DEMANGLER) -lm
endef
$(foreach t,nvsection nvprofile,$(eval $(call lsp_fuzz,$(t))))

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

# Small mistakes put into a header or the tools, to see which of them no test finds.
mutants: $(if $(filter examples/%,$(HEADER)),check-build,$(B)/ncurep)
	@for h in $(or $(HEADER),$(HEADERS)); do $(PYTHON) tools/mutants.py $$h -n $(or $(N),500) -s $(or $(SEED),1) -j $(JOBS) --build $(B); done

matrix-sample:
	@$(RUN_TESTS) tests/compile/matrix.sh

matrix:
	@CC='$(CC)' CXX='$(CXX)' B='$(B)' MATRIX=full PAGE=tests/compile/PORTABILITY.md sh tests/compile/matrix.sh

fuzz: $(patsubst %,$(B)/gen/%.inc,sections page.css page.js chart.css watch.html driver-facts)
	@TIME='$(TIME)' B='$(B)' sh tools/fuzz.sh $(FUZZ)

proofs:
	@B='$(B)' sh tools/proofs.sh

analyze:
	@B='$(B)' sh tools/analyze.sh
