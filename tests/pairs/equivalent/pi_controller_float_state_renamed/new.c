/* PI controller, one step per millisecond. */
struct pi {
    float kp, ki;
    float acc;
};

static struct pi pi = {.kp = 0.5f, .ki = 0.01f};

static float limit(float v)
{
    return v > 1.0f ? 1.0f : v < -1.0f ? -1.0f : v;
}

void pi_gains(float p, float i)
{
    pi.kp = p;
    pi.ki = i;
}

float pi_step(float error)
{
    pi.acc = limit(pi.acc + error * pi.ki);
    return error * pi.kp + pi.acc;
}

void pi_reset(void)
{
    pi.acc = 0.0f;
}
