/* Prints what frame-pacer's reader, included as it is, says about FOLDERinfo/3. */
#include SOURCE

int main(int argc, char **argv)
{
    int i;
    for (i = 1; i < argc; i++) {
        char client[32] = "";
        uint64_t ns = 0;
        if (read_fdinfo(argv[i], "3", client, sizeof(client), &ns)) printf("client %s, %llu ns\n", client, (unsigned long long)ns);
        else printf("nothing\n");
    }
    return 0;
}
