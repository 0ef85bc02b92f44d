int settle(int level) {
    if (level > 100)
        return level - 10;
    return settle(settle(level + 11));
}
