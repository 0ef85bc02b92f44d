int settle(int level) {
    int result = level - 10;
    if (level <= 100) {
        result = settle(level + 11);
        result = settle(result);
    }
    return result;
}
