extern int lock_take(void);
extern void lock_give(void);
extern int queue_pop(int *item);
extern int power_good(void);

static unsigned done;

/* Handle one item if the supply is stable. */
int worker_step(void)
{
	int item;
	int rc = 0;

	if (lock_take() != 0)
		return -1;
	if (queue_pop(&item) == 0 && power_good()) {
		done++;
		rc = item;
	}
	lock_give();
	return rc;
}

unsigned worker_done(void)
{
	return done;
}
