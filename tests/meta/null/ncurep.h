/* Objects for tests/meta/null.sh: a report needs a file, a writer somewhere to write. */
static ncurep_report *made_ncurep_report(void)
{
    static char data[1 << 20];
    FILE *f = fopen("examples/data/samples/ncurep/saxpy.ncu-rep", "rb");
    ncurep_report *report = f != NULL ? ncurep_report_open(data, fread(data, 1, sizeof data, f), NULL, NULL) : NULL;
    if (report == NULL) no_object("ncurep_report");
    return report;
}

static ncurep_reply null_write(const void *bytes, size_t size, void *user) { return (void)user, (void)bytes, (void)size, NCUREP_REPLY_YES; }

static ncurep_writer *made_ncurep_writer(void)
{
    static ncurep_output output;
    ncurep_writer *writer;
    output.write_fn = null_write;
    writer = ncurep_writer_open(&output, NULL, NULL);
    if (writer == NULL) no_object("ncurep_writer");
    return writer;
}
