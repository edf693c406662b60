/* Objects for tests/meta/null.sh: a cubin. */
static cubin_file *made_cubin_file(void)
{
    static char data[1 << 20];
    FILE *f = fopen("examples/data/samples/ncurep/three_sm90.cubin", "rb");
    cubin_file *file = f != NULL ? cubin_file_open(data, fread(data, 1, sizeof data, f), NULL, NULL) : NULL;
    if (file == NULL) no_object("cubin_file");
    return file;
}
