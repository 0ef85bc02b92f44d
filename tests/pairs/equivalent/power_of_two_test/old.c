/* Whether a size is a power of two between 512 and 65536. */
int is_page_size(unsigned size)
{
    unsigned candidate;

    for (candidate = 512; candidate <= 65536; candidate = candidate * 2)
        if (size == candidate)
            return 1;
    return 0;
}
