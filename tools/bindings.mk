# make python            the shared object of the Python package in examples/bindings/python (docs/PYTHON.md)
# make wheels            the Python package for other systems, and its source archive, into build/dist
# make viewer            build/viewer.html, reports in a browser; build/site, which may fetch them (needs clang with wasm32; docs/REPORTS.md)
# make vsix              build/gpuloupe.vsix, the viewer and the language servers in VS Code (docs/EDITORS.md)

.PHONY: python wheels viewer vsix

# The shared object of the Python package in examples/bindings/python, which looks for it here.
PYTHON_SO = $(B)/python/ncurep_native.so
PYTHON_PAGE_SO = $(B)/python/ncurep_page.so
$(PYTHON_SO): examples/bindings/python/native.c examples/bindings/python/findings.c examples/shared/report/model/metric_text.c ncurep.h nvsection.h cubin.h
	@mkdir -p $(@D)
	$(call step,CC)$(CC) $(POSIX) $(WARN) $(CFLAGS) -I. -Iexamples/shared -fPIC -fvisibility=hidden -shared $(LDFLAGS) -o $@ $(filter %.c,$^) $(ZSTD_FLAGS) $(ZSTD_LIBS) -lm

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

# An extension for VS Code, with the page in it.
vsix: viewer
	@$(PYTHON) -B tools/vsix.py $(B)/viewer.html $(B)/gpuloupe.vsix
