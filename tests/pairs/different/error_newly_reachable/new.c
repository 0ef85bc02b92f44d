/* A lock that must not be released twice: 1 takes it, 2 releases it. */
int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held = 1;

static void request(int what)
{
    if (what == 1)
        held = 1;
    if (what == 2 && held)
        held = 0;
    else if (what >= 2 && !held)
        reach_error();
}

int main(void)
{
    request(__VERIFIER_nondet_int());
    request(__VERIFIER_nondet_int());
    return held;
}
