/* PI controller, one step per millisecond. */
static float sum;
static float kp = 0.5f, ki = 0.01f;

void pi_gains(float p, float i)
{
    kp = p;
    ki = i;
}

float pi_step(float error)
{
    float out;

    sum = sum + error * ki;
    if (sum > 1.0f)
        sum = 1.0f;
    else if (sum < -1.0f)
        sum = -1.0f;
    out = error * kp + sum;
    return out;
}

void pi_reset(void)
{
    sum = 0.0f;
}
