#include <stdio.h>
#include <string.h>

static int join(char *out, size_t size, const char *dir, const char *name)
{
    if (strlen(dir) > 100 || strlen(name) > 100)
        return -1;
    if (strlen(dir) + strlen(name) + 2 > size)
        return -1;
    strcpy(out, dir);
    if (*dir && dir[strlen(dir) - 1] != '/')
        strcat(out, "/");
    strcat(out, name);
    return (int)strlen(out);
}

int main(int argc, char **argv)
{
    char path[32];

    for (int i = 2; i < argc; i++) {
        int n = join(path, sizeof path, argv[1], argv[i]);
        if (n < 0)
            puts("too long");
        else
            printf("%d %s\n", n, path);
    }
    return 0;
}
