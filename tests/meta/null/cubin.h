/* Objects for tests/meta/null.sh: a cubin, a graph. */
static cubin_file *made_cubin_file(void)
{
    static char data[1 << 20];
    FILE *f = fopen("examples/data/samples/ncurep/three_sm90.cubin", "rb");
    cubin_file *file = f != NULL ? cubin_file_open(data, fread(data, 1, sizeof data, f), NULL, NULL) : NULL;
    if (file == NULL) no_object("cubin_file");
    return file;
}

static cubin_graph *made_cubin_graph(void)
{
    cubin_function function;
    const cubin_file *file = made_cubin_file();
    cubin_graph *graph = cubin_function_at(file, 0, &function) ? cubin_graph_open(file, &function, NULL, NULL) : NULL;
    if (graph == NULL) no_object("cubin_graph");
    return graph;
}
