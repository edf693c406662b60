# make vendor PROJECT=htop FOLDER=TREE      a header tried in a public project; tools/vendor/README.md
# make single PART=reader  build/drmfdinfo-reader.h: drmfdinfo.h for a monitor that finds the files itself (STYLE=tabs)
# make pictures          those of the README (needs python3)
# make dist              the release: archives, viewer, programs, Python packages, SBOM, checksums; PARTS=source: only archives
# make binaries          static programs for Linux, Windows and macOS, into build/binaries (needs ziglang; TARGETS=x86_64-linux for one)
# make install PREFIX=/usr/local, make uninstall

.PHONY: dist binaries install uninstall pictures single vendor

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

dist:
	+@B='$(B)' MAKE='$(MAKE)' PYTHON='$(PYTHON)' PARTS='$(PARTS)' sh tools/dist.sh

# Static programs for other systems, by Zig's compiler; needs the ziglang package of the Python registry.
binaries:
	+@B='$(B)' MAKE='$(MAKE)' PYTHON='$(PYTHON)' sh tools/binaries.sh $(TARGETS)

pictures: all
	@B='$(B)' PYTHON='$(PYTHON)' sh tools/pictures.sh

# Part of a header as a file of its own.
single:
	@[ '$(PART)' = reader ] || { echo 'usage: make single PART=reader [STYLE=tabs]' >&2; exit 2; }
	@mkdir -p $(B)
	@awk -v version='$(VERSION)' -v style='$(STYLE)' -f tools/single.awk tools/single/$(PART).txt drmfdinfo.h >$(B)/single.part
	@mv $(B)/single.part $(B)/drmfdinfo-$(PART).h

vendor:
	@B='$(B)' CC='$(CC)' sh tools/vendor.sh $(PROJECT) $(FOLDER)
