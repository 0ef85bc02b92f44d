static void run(void)
{
    unsigned char changed;

    INPUT_ARRAY(sent);
    INPUT_ARRAY(echoed);
    INPUT(mismatches);
    INPUT_IN(changed, 0, 12); /* mostly a copy with one byte that is free, so that equal frames are tried */
    for (unsigned i = 0; i < 9; i++)
        if (changed >= 3 && i + 3 != changed)
            echoed[i] = sent[i];
    OBSERVE_RESULT(same_frame());
    OBSERVE_ARRAY(sent);
    OBSERVE_ARRAY(echoed);
    OBSERVE(mismatches);
}
