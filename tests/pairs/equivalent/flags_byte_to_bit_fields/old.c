/* Status byte of a drive. */
struct drive { unsigned char status; };

int drive_ok(const struct drive *d)
{
    return (d->status & 1) && !(d->status & 2) && (d->status >> 2 & 3) != 3;
}

void drive_off(struct drive *d)
{
    d->status &= (unsigned char)~1;
    d->status = (unsigned char)(d->status & ~0x0c);
}
