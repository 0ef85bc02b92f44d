/* Settings of an amplifier as they are stored. */
struct settings {
    unsigned volume : 7;
    unsigned muted : 1;
};

unsigned store_volume(unsigned volume, unsigned muted)
{
    struct settings s;

    s.volume = volume > 100 ? 100 : volume;
    s.muted = muted != 0;
    return s.muted ? 0 : s.volume;
}
