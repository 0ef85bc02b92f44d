/* Status byte of a drive. */
struct drive {
    unsigned char on : 1;
    unsigned char fault : 1;
    unsigned char mode : 2;
    unsigned char reserved : 4;
};

int drive_ok(const struct drive *d)
{
    return d->on && !d->fault && d->mode != 3;
}

void drive_off(struct drive *d)
{
    d->on = 0;
    d->mode = 0;
}
