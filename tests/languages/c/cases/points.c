static int late(void);
int f(int n) {
    int x = n;
    { int x = late(); use(x); }
    return x;
}
static int late(void) { return 1; }
