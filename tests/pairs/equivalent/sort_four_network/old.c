/* Sorts the four corner readings. */
void sort_four(int v[4])
{
    int i, j;

    for (i = 1; i < 4; i++) {
        int key = v[i];
        j = i;
        while (j > 0 && v[j - 1] > key) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = key;
    }
}
