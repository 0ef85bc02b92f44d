/* explore: --function bucket
 * error: division-by-zero
 * run: bucket(5, 0); */
static unsigned n_buckets;

unsigned bucket(unsigned key, int grow)
{
    n_buckets = grow > 0 ? 8u : 0u;
    return key % n_buckets;
}
