/* Severity of a code that comes over the wire. */
enum code { OK, NOTICE, WARNING, DEGRADED, FATAL };

int severity(int code)
{
    switch (code) {
    case OK:
        return 0;
    case NOTICE:
        return 1;
    case WARNING:
        return 10;
    case FATAL:
        return 100;
    }
    return -1;
}
