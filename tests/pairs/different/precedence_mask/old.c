/* Whether the converter is ready (bit 2) and not busy (bit 0). */
int ready(unsigned status)
{
    unsigned bits = status & 7u;

    if ((bits & 4u) == 4u)
        return (bits & 1u) == 0;
    return 0;
}
