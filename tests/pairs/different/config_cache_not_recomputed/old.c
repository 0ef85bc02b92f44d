/* Calibration: the product is needed often. */
static int scale = 1, offset;
static int product;
static int dirty;

void cal_scale(int s)
{
    scale = s;
    dirty = 1;
}

void cal_offset(int o)
{
    offset = o;
    dirty = 1;
}

int cal_apply(int raw)
{
    if (dirty) {
        product = scale * offset;
        dirty = 0;
    }
    return raw * scale + product;
}
