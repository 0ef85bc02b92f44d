/* Calibration: the product is needed often. */
static struct {
    int scale, offset, product;
} cal = {.scale = 1};

static void recompute(void)
{
    cal.product = cal.scale * cal.offset;
}

void cal_scale(int s)
{
    cal.scale = s;
}

void cal_offset(int o)
{
    cal.offset = o;
    recompute();
}

int cal_apply(int raw)
{
    return raw * cal.scale + cal.product;
}
