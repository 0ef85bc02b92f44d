/* A traffic advisory for N other aircraft. For each: is it a threat, from its distance, height and closure; is its answer to be trusted;
 * which sign is shown for it, from its bearing and whether it climbs. The advice, to climb or to descend, comes from the
 * threats of all that are trusted together; the signs are nobody else's business. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 1
#endif

#include "repeat.h"

enum threat { NO_THREAT, TRAFFIC, RESOLUTION };
enum advice { NOTHING, LOOK, CLIMB, DESCEND };
enum { NEAR = 40, CLOSE = 20, SAME_LEVEL = 8, FAST_CLOSURE = 15, STEEP = 5, AHEAD = 32 };
enum sign { DOT = '.', DIAMOND = 'o', ARROW_UP = '^', ARROW_DOWN = 'v' };

struct aircraft {
    unsigned char distance;
    signed char height;          /* over ours */
    signed char closure;         /* positive: it comes nearer */
    unsigned char answers;       /* of the last three questions */
    signed char climb;
    unsigned char bearing;       /* 0 to 255, ahead of us in both directions from 0 */
};

/* What is known of all threats together. */
static int n_traffic, n_above, n_below;

static int is_level(int height)
{
    if (height < 0)
        return -height <= SAME_LEVEL;
    return height <= SAME_LEVEL;
}

static int threat_of(int distance, int height, int closure)
{
    if (distance > NEAR || !is_level(height))
        return NO_THREAT;
    if (distance <= CLOSE && closure > 0)
        return RESOLUTION;
    if (closure > FAST_CLOSURE)
        return RESOLUTION;
    return TRAFFIC;
}

static void count_threat(int threat, int height)
{
    if (threat == NO_THREAT)
        return;
    if (threat == TRAFFIC) {
        n_traffic++;
        return;
    }
    if (height >= 0)
        n_above++;
    else
        n_below++;
}

static void assess(int distance, int height, int closure, int answers)
{
    if (answers < 2)
        return;
    count_threat(threat_of(distance, height, closure), height);
}

static int sign_of(int climb)
{
    if (climb >= STEEP)
        return ARROW_UP;
    if (climb <= -STEEP)
        return ARROW_DOWN;
    if (climb == 0)
        return DOT;
    return DIAMOND;
}

/* The row on the display: 0 for ahead, 1 for beside, 2 for behind. */
static int row_of(int bearing)
{
    if (bearing < AHEAD || bearing >= 256 - AHEAD)
        return 0;
    if (bearing < 128 - AHEAD || bearing >= 128 + AHEAD)
        return 1;
    return 2;
}

static void show(int number, int climb, int bearing)
{
    printf("%d sign %c\n", number, sign_of(climb));
    printf("%d row %d\n", number, row_of(bearing));
}

static enum advice advise(void)
{
    assert(n_traffic + n_above + n_below <= N);
    if (n_above == 0 && n_below == 0) {
        if (n_traffic > 0)
            return LOOK;
        return NOTHING;
    }
    if (n_above > n_below)
        return DESCEND;
    if (n_below > n_above)
        return CLIMB;
    return LOOK;
}

int main(void)
{
    struct aircraft other[N];
    klee_make_symbolic(other, sizeof other, "other");
#define ASSESS(i) assess(other[i].distance, other[i].height, other[i].closure, other[i].answers);
    EACH(ASSESS)
#define SHOW(i) show(i, other[i].climb, other[i].bearing);
    EACH(SHOW)
    printf("advice %d\n", advise());
    printf("traffic %d\n", n_traffic);
    return 0;
}
