/* Splits seconds into hours, minutes, seconds; returns the hours. */
unsigned split_time(unsigned total, unsigned *minutes, unsigned *seconds)
{
    *minutes = total % 3600 / 60 + total / 3600;
    *seconds = total % 60;
    return total / 3600;
}
