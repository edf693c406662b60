# make            the tools and their completions for shells, into build/
# make demo       what each tool is for and one screen, on bundled samples
# make check      the tests that a C compiler and make can run, in three minutes
# make check-all  every test; one that needs more than is here says "skipped: needs X"
# make examples   the short programs, into build/examples/
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
# drmtop and drmfdinfo are programs of Linux.
SYSTEM := $(or $(strip $(foreach s,mingw windows darwin macos,$(if $(findstring $(s),$(CC)),$(s)))),$(if $(filter Darwin,$(shell uname -s)),macos),other)
TOOLS := $(foreach t,$(if $(filter other,$(SYSTEM)),drmtop drmfdinfo) nvprofile ncurep nvsection,$(if $(wildcard examples/tools/$(t)/$(t).c),$(t)))
# Windows: examples/shared/windows has what it lacks of POSIX, and empty headers stand in for those that it does not have. What macOS
# hides has a name of its own.
ifneq ($(filter darwin macos,$(SYSTEM)),)
TOOL_FLAGS += -D_DARWIN_C_SOURCE -Dst_mtim=st_mtimespec
endif
ifneq ($(filter mingw windows,$(SYSTEM)),)
EXE = .exe
CLI += $(B)/obj/shared/windows/posix.o
TOOL_LIBS += -lshell32 $(if $(filter mingw,$(SYSTEM)),-static)
CXXABI = $(if $(filter mingw,$(SYSTEM)),-lstdc++,-lc++)
TOOL_FLAGS += $(if $(filter mingw,$(SYSTEM)),-Wno-format) -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1 -I$(B)/gen/windows -include examples/shared/windows/posix.h
LACKING := $(patsubst %,$(B)/gen/windows/%.h,dirent dlfcn poll pwd sys/file sys/ioctl sys/mman sys/wait)
endif
PROGRAMS := $(patsubst %.c,$(B)/examples/%,$(notdir $(wildcard examples/short/*.c examples/data/*.c)))

# One line for a command, which V=1 shows instead; V=dots is a dot.
step = $(if $(filter 1,$(V)),,$(if $(V),@printf .;,@echo '  $(1)' $@;))
# As many jobs as there are processors, unless make was told how many.
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
PARALLEL = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(JOBS))
# Tests spend part of their time waiting, so one more runs than there are processors.
RUN_TESTS = CC='$(CC)' CXX='$(CXX)' B='$(B)' JOBS="$$(($(JOBS) + 1))" sh tests/run.sh

.PHONY: all examples demo clean help
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

all: $(TOOLS:%=$(B)/%$(EXE)) $(COMPLETIONS)

help:
	@sed -n '/^# make/p' Makefile tools/*.mk

$(LACKING):
	@mkdir -p $(@D)
	@: >$@
$(B)/obj/%.o: examples/%.c Makefile | $(LACKING)
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(FLAGS) $(TOOL_FLAGS) -c -o $@ $<

# What turns symbols into names of C++ is linked in where the compiler has GCC's archive of it, 47 KB; the library that is loaded
# elsewhere, or with CXXABI=, takes a megabyte. CXXABI=-lstdc++ or -lc++ is for static programs.
ifeq ($(origin CXXABI),undefined)
CXXABI := $(filter /%,$(shell $(CC) -print-file-name=libsupc++.a 2>/dev/null))
endif
DEMANGLER = $(or $(CXXABI),$(if $(EXE),,-ldl))
ifneq ($(CXXABI),)
$(B)/obj/shared/report/input/demangle.o: TOOL_FLAGS += -DHAVE_CXXABI
endif
$(B)/ncurep$(EXE) $(B)/nvsection$(EXE): TOOL_LIBS += $(DEMANGLER)

# What all tools write with, what serves editors, and what the two on drmfdinfo.h share.
WRITE = examples/shared/write/*.c
LSP = examples/shared/lsp/*.c
LISTEN = examples/shared/$(if $(EXE),windows/listen.c,listen/*.c)
ALSO_nvprofile = examples/shared/profiles/*.c $(WRITE) $(LSP)
ALSO_drmtop = examples/shared/drm/*.c $(WRITE)
ALSO_drmfdinfo = $(ALSO_drmtop) $(LISTEN)
# dlopen, for NVML and librsvg: in libc itself since glibc 2.34.
ifeq ($(EXE),)
$(B)/drmtop $(B)/drmfdinfo $(B)/ncurep: TOOL_LIBS += -ldl
endif
# Rules of our own, over the metrics of a result.
REPORT = examples/shared/rules/*.c examples/shared/report/*/*.c $(WRITE)
ALSO_nvsection = $(REPORT) $(LSP) $(LISTEN)
ALSO_ncurep = $(REPORT)
$(B)/ncurep$(EXE) $(B)/nvsection$(EXE): TOOL_LIBS += -lm
# Compressed reports, where libzstd is installed. make ZSTD= builds without it, ZSTD_STATIC=FOLDER with the zstd.c of that folder.
ZSTD := $(shell pkg-config --exists libzstd 2>/dev/null && echo yes)
ifneq ($(ZSTD_STATIC),)
ZSTD = $(ZSTD_STATIC)
ZSTD_FLAGS = -DHAVE_ZSTD -I$(ZSTD_STATIC)
ZSTD_LIBS = $(B)/obj/zstd.o
$(ZSTD_LIBS): $(ZSTD_STATIC)/zstd.c
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(CFLAGS) -w -DZSTD_DISABLE_ASM -c -o $@ $<
$(B)/ncurep$(EXE) $(B)/nvsection$(EXE): $(ZSTD_LIBS)
else ifneq ($(ZSTD),)
ZSTD_FLAGS := -DHAVE_ZSTD $(shell pkg-config --cflags libzstd)
ZSTD_LIBS := $(shell pkg-config --libs libzstd)
$(B)/ncurep$(EXE) $(B)/nvsection$(EXE): TOOL_LIBS += $(ZSTD_LIBS)
endif
$(B)/obj/shared/report/input/pack.o $(B)/obj/shared/report/input/images.o: TOOL_FLAGS += $(ZSTD_FLAGS)

define tool
$(B)/$(1)$(EXE): $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard examples/tools/$(1)/*.c examples/tools/$(1)/*/*.c $(ALSO_$(1)))) $(CLI)
	$$(call step,LINK)$(CC) $(CFLAGS) $(LDFLAGS) -o $$@ $$^ $$(TOOL_LIBS)
endef
$(foreach t,$(TOOLS),$(eval $(call tool,$(t))))

# The pages of ncurep without the tool: the floors below its verbs.
NCUREP_PAGE = $(B)/examples/ncurep_page $(B)/tests/fault/ncurep_page $(B)/tests/golden/ncurep_rows $(B)/tests/golden/ncurep_why $(B)/tests/golden/ncurep_before
$(NCUREP_PAGE): $(patsubst examples/%.c,$(B)/obj/%.o,$(wildcard $(REPORT))) $(CLI)
$(NCUREP_PAGE): EXAMPLE_LIBS = $(ZSTD_LIBS) -lm $(DEMANGLER)

# They are there to be read and tried: each compiles the bodies of its headers, of which -O2 would make a third of make check.
define program
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(BASE_FLAGS) -O0 -g $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(EXAMPLE_LIBS)
endef
$(B)/examples/%: examples/short/%.c
	$(program)
$(B)/examples/%: examples/data/%.c
	$(program)

examples: $(PROGRAMS)

demo:
	@printf 'Building the tools '
	+@$(MAKE) --no-print-directory $(PARALLEL) V=dots all
	@echo
	@B='$(B)' sh tools/demo.sh

clean:
	rm -rf $(B)

include tools/strings.mk tools/bpf.mk tools/tests.mk tools/bindings.mk tools/bench.mk tools/release.mk
-include $(wildcard $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d $(B)/examples/*.d $(B)/tests/*/*.d $(B)/fuzz/*.d $(B)/bench/*.d)
