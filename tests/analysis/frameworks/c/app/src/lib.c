#include "lib.h"

int run(int count) { return count; }

static int main_loop(void) { return 1; }
