/* An argument that is read through a pointer which an input chooses; not a figure of the paper.
 *
 * incise explore argument.c --function test --ub wrap --guide dgse
 *
 * What must come out: the failed assertion, for chosen = 1 and text other than 10.
 * How that is known: of the three patterns the second is "b". Which of them is meant is decided where the argument is read, in the middle of the
 * call; so that must matter to what is called, although no variable of the caller holds it.
 */
#include <assert.h>

static const char *const patterns[] = {"a", "b", "c"};

static void match(unsigned char text, const char *pattern)
{
    if (text == 10)
        return;
    assert(pattern[0] != 'b');
}

void test(unsigned char text, unsigned char chosen)
{
    if (chosen > 2)
        return;
    match(text, patterns[chosen]);
}
