/* Share of a part in what is left of a total, in percent. */
unsigned share_percent(unsigned part, unsigned total, unsigned reserved)
{
    unsigned left = total - reserved;

    if (left == 0)
        return 0;
    return part / left * 100u + part % left * 100u / left;
}
