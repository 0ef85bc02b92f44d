const char *severity_name(unsigned level)
{
    switch (level) {
    case 0: return "emergency";
    case 1: return "alert";
    case 3: return "error";
    case 4: return "warning";
    case 7: return "debug";
    default: return "other";
    }
}

int severity_weight(unsigned level)
{
    switch (level) {
    case 0: return 100;
    case 1: return 80;
    case 3: return 40;
    case 4: return 20;
    case 7: return 1;
    }
    return 10;
}
