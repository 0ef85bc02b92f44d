/* explore: --function contains
 * run: contains(40);
 * run: contains(0);
 * run: contains(9); */
static const int sorted[6] = {1, 4, 9, 16, 25, 36};

int contains(int wanted)
{
    int low = 0, high = 5;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == wanted)
            return 1;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}
