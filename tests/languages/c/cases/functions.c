#include "own.h"
#include <stdio.h>

/* A prototype, then its definition. */
static int twice(int x);

static int twice(int x) {
    return x + x;
}

EXPORT(const char *) name_of(struct item *it, ...)
{
    return it->name;
}

int old(a, b)
    int a;
    char *b;
{
    return a + *b;
}

void (*signal_of(int sig, void (*handler)(int)))(int) { handler(sig); return handler; }

inline unsigned long long wide(void) { return (unsigned long long)twice(2); }

int main(int argc, char **argv) { return twice(argc); }
