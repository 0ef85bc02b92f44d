/* Mix of two colours. */
static int clamp(int v) { return v < 0 ? 0 : v > 100 ? 100 : v; }

float blend(float a, float b, int percent)
{
    float weight = (float)clamp(percent);
    float other = 100 - clamp(percent);
    return (weight * b + other * a) / 100.0f;
}
