#include <stdio.h>
#include <ctype.h>

static unsigned long letters, others;

static void account(int c)
{
    if (isalpha(c))
        letters++;
    else
        others++;
}

static unsigned long percent(unsigned long part, unsigned long whole)
{
    if (whole == 0)
        return 0;
    return part / (double)whole >= 1.0 ? 100 : (unsigned long)(part * 100.0 / (double)whole);
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        account(c);
    printf("letters %lu (%lu%%)\n", letters, percent(letters, letters + others));
    printf("others  %lu (%lu%%)\n", others, percent(others, letters + others));
    return letters == 0;
}
