/* A proportional-integral controller in float over N steps, with saturation of the output and of the integral and a
 * symbolic measurement in each step. Measures floating-point arithmetic and comparison. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 2
#endif

struct controller {
    float integral;
    float output;
};

static float clamp(float value, float least, float greatest)
{
    if (value < least)
        return least;
    if (value > greatest)
        return greatest;
    return value;
}

static void step(struct controller *c, float target, float measured)
{
    float error = target - measured;
    float wanted = 0.75f * error + c->integral;
    c->output = clamp(wanted, -10.0f, 10.0f);
    /* Integrate only while the output is not saturated, so that the integral does not wind up. */
    if (c->output == wanted)
        c->integral = clamp(c->integral + 0.125f * error, -4.0f, 4.0f);
}

int main(void)
{
    float measured[N];
    klee_make_symbolic(measured, sizeof measured, "measured");
    struct controller c = {0.0f, 0.0f};
    for (int i = 0; i < N; i++) {
        klee_assume(measured[i] >= -100.0f);
        klee_assume(measured[i] <= 100.0f);
        step(&c, 20.0f, measured[i]);
        assert(c.output >= -10.0f && c.output <= 10.0f);
        assert(c.integral >= -4.0f && c.integral <= 4.0f);
    }
    return c.output > 0.0f;
}
