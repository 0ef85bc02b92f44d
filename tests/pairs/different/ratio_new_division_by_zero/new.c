/* Share of a part in what is left of a total, in percent. */
unsigned share_percent(unsigned part, unsigned total, unsigned reserved)
{
    unsigned left;

    if (total == 0)
        return 0;
    left = total - reserved;
    return part / left * 100u + part % left * 100u / left;
}
