# Files that the tools hold as arrays of characters, written into build/gen: pointers to lines would be relocated at every start.
characters = | od -An -v -to1 | sed "s/[0-7][0-7]*/'\\\\&',/g" >$@

# The sections that ncurep falls back on where a report holds none: a name after \001, then its lines.
$(B)/gen/sections.inc: $(wildcard examples/data/sections/*.section) tools/strings.mk
	@mkdir -p $(@D)
	@awk 'FNR == 1 {n = FILENAME; sub(".*/", "", n); printf "\001%s\n", n} !/^ *#/' $(filter %.section,$^) $(characters)
$(B)/obj/shared/report/model/evaluate.o: $(B)/gen/sections.inc
# What is known of drivers.
$(B)/gen/driver-facts.inc: examples/data/driver-facts.tsv tools/strings.mk
	@mkdir -p $(@D)
	@grep -v '^#' $< $(characters)
$(B)/obj/tools/nvprofile/facts.o: $(B)/gen/driver-facts.inc
define lines_of
	@mkdir -p $(@D)
	@awk '!/^ *\/\*.*\*\/$$/ && NF > 0 {sub(/^ */, ""); print}' $< $(characters)
endef
# The style sheet and the script of the HTML page, without spaces in front and lines that are comments.
$(B)/gen/page.%.inc: examples/shared/report/pages/page.% tools/strings.mk
	$(lines_of)
$(B)/gen/chart.css.inc: examples/shared/report/draw/chart.css tools/strings.mk
	$(lines_of)
# The page around the pages of nvsection watch, the same way.
$(B)/gen/watch.html.inc: examples/tools/nvsection/watch.html tools/strings.mk
	$(lines_of)
$(B)/obj/tools/nvsection/watch.o: $(B)/gen/watch.html.inc
$(B)/obj/shared/report/pages/html.o: $(B)/gen/page.css.inc $(B)/gen/page.js.inc
$(B)/obj/shared/report/draw/chart_style.o: $(B)/gen/chart.css.inc
$(addprefix $(B)/obj/,shared/report/draw/chart_style.o shared/report/pages/html.o shared/report/model/evaluate.o): TOOL_FLAGS += -I$(B)/gen
$(B)/obj/tools/nvprofile/facts.o $(B)/obj/tools/nvsection/watch.o: TOOL_FLAGS += -I$(B)/gen
