/* explore: --function bucket
 * run: bucket(5, 0);
 * run: bucket(7, -1);
 * run: bucket(9, 1); */
static unsigned n_buckets;

unsigned bucket(unsigned key, int grow)
{
    n_buckets = grow >= 0 ? 8u : 4u;
    return key % n_buckets;
}
