/* A scheduler with queues of three priorities, driven by N commands: a new process, a higher priority for one, the running one is blocked,
 * one is unblocked, its time is over, it finishes, all of them finish. Beside that the ticks of the clock are accounted for, which decides
 * nothing about the queues. Everything about the queues depends on everything before it. That only two processes can be urgent is forgotten. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

enum command { NEW, UPGRADE, BLOCK, UNBLOCK, QUANTUM, FINISH, FLUSH };
enum { LOW, MIDDLE, HIGH, N_PRIORITIES };
enum { BLOCKED = N_PRIORITIES, N_QUEUES, CAPACITY = N + 1, MOST_URGENT = 2, LATE = 50, NOBODY = -1 };

struct order {
    unsigned char command;
    unsigned char priority;     /* of a new process, or the queue in which one is looked for */
    unsigned char tick;
};

struct queue {
    int process[CAPACITY];
    int length;
};

static struct queue queues[N_QUEUES];
static int n_processes;
static int n_late, last_tick;

static void append(int at, int process)
{
    struct queue *queue = &queues[at];
    assert(queue->length < CAPACITY);
    if (at == HIGH)
        assert(queue->length < MOST_URGENT);
    queue->process[queue->length] = process;
    queue->length++;
}

/* Takes the first process of a queue away; NOBODY if there is none. */
static int take(int from)
{
    struct queue *queue = &queues[from];
    if (queue->length == 0)
        return NOBODY;
    int first = queue->process[0];
    queue->length--;
    for (int i = 0; i < queue->length; i++)
        queue->process[i] = queue->process[i + 1];
    return first;
}

/* The queue of which the first process runs; NOBODY if all are empty. */
static int running(void)
{
    for (int priority = HIGH; priority >= LOW; priority--)
        if (queues[priority].length > 0)
            return priority;
    return NOBODY;
}

static void start(int priority)
{
    if (priority >= N_PRIORITIES) {
        printf("no such priority\n");
        return;
    }
    append(priority, n_processes);
    n_processes++;
}

static void upgrade(int priority)
{
    if (priority >= HIGH) {
        printf("cannot be upgraded\n");
        return;
    }
    int process = take(priority);
    if (process != NOBODY)
        append(priority + 1, process);
}

static void block(void)
{
    int from = running();
    if (from != NOBODY)
        append(BLOCKED, take(from));
}

/* Back with the priority that is asked for, or the lowest. */
static void unblock(int priority)
{
    int process = take(BLOCKED);
    if (process == NOBODY)
        return;
    if (priority > HIGH)
        priority = LOW;
    append(priority, process);
}

static void quantum(void)
{
    int from = running();
    if (from == NOBODY || queues[from].length == 1)
        return;
    append(from, take(from));
}

static void finish(void)
{
    int from = running();
    if (from == NOBODY) {
        printf("nothing runs\n");
        return;
    }
    printf("%d finished\n", take(from));
}

static void flush(void)
{
    while (running() != NOBODY)
        finish();
}

static void execute(int command, int priority)
{
    switch (command) {
    case NEW: start(priority); break;
    case UPGRADE: upgrade(priority); break;
    case BLOCK: block(); break;
    case UNBLOCK: unblock(priority); break;
    case QUANTUM: quantum(); break;
    case FINISH: finish(); break;
    case FLUSH: flush(); break;
    default: printf("no such command\n");
    }
}

static void account(int tick)
{
    if (tick - last_tick > LATE)
        n_late++;
    last_tick = tick;
}

int main(void)
{
    struct order orders[N];
    klee_make_symbolic(orders, sizeof orders, "orders");
    for (int i = 0; i < N; i++) {
        execute(orders[i].command, orders[i].priority);
        account(orders[i].tick);
    }
    printf("late %d\n", n_late);
    for (int at = 0; at < N_QUEUES; at++)
        for (int i = 0; i < queues[at].length; i++)
            printf("%d in %d\n", queues[at].process[i], at);
    return 0;
}
