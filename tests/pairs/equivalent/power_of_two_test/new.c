/* Whether a size is a power of two between 512 and 65536. */
int is_page_size(unsigned size)
{
    if (size < 512 || size > 65536)
        return 0;
    return (size & (size - 1)) == 0;
}
