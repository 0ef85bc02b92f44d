#include <stdio.h>
#include <string.h>

static const char *separator(const char *dir)
{
    size_t n = strlen(dir);

    return n == 0 || dir[n - 1] == '/' ? "" : "/";
}

static int join(char *out, size_t size, const char *dir, const char *name)
{
    size_t nd = strlen(dir), nn = strlen(name);

    if (nd > 100 || nn > 100 || nd + nn + 2 > size)
        return -1;
    return snprintf(out, size, "%s%s%s", dir, separator(dir), name);
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
