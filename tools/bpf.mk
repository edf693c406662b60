# How drmtop and drmfdinfo find files without /proc, where it is installed: programs for the kernel, and what loads them. They need clang,
# and libbpf as pkg-config finds it.
#
# make bpf               these programs, into build/; make install-bpf: see packaging/README.md
.PHONY: bpf install-bpf
bpf: $(B)/drmfdinfo.bpf.o $(B)/drmfdinfo-bpf
BPF_HEADERS = $(shell pkg-config --cflags libbpf) -idirafter /usr/include/$(shell uname -m)-linux-gnu
$(B)/drmfdinfo.bpf.o: examples/shared/drm/bpf/files.bpf.c examples/shared/drm/bpf/record.h
	$(call step,CC)clang -target bpf -O2 -g -Wall -Wextra $(BPF_HEADERS) -c -o $@ $<
$(B)/drmfdinfo-bpf: examples/shared/drm/bpf/load.c
	$(call step,CC)$(CC) $(BASE_FLAGS) -D_DEFAULT_SOURCE $(CFLAGS) $(shell pkg-config --cflags libbpf) $(LDFLAGS) -o $@ $< $(shell pkg-config --libs libbpf)

install-bpf: bpf
	install -d $(DESTDIR)$(PREFIX)/libexec/gpuloupe
	install $(STRIP) -m 755 $(B)/drmfdinfo-bpf $(DESTDIR)$(PREFIX)/libexec/gpuloupe
	install -m 644 $(B)/drmfdinfo.bpf.o $(DESTDIR)$(PREFIX)/libexec/gpuloupe
