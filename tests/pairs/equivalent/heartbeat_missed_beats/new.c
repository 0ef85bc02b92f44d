/* A peer is dead after three ticks without a beat; it stays dead. */
static struct {
    unsigned lives : 2;
} peer = {3};

void peer_beat(void)
{
    if (peer.lives > 0)
        peer.lives = 3;
}

int peer_tick(void)
{
    if (peer.lives)
        peer.lives--;
    return peer.lives != 0;
}
