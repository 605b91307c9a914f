#ifndef OWN_H
#define OWN_H
#define LIMIT 20
#define MAX(a, b) ((a) > larger(b) ? (a) : (b))
#define LOOP(n) do { step(n); \
    finish(); } while (0)
#define PASTE(name) static int name##_get(void) { return lookup(#name); }
#define PARTIAL(x) if (check(x)) {
#ifdef WIDE
int size(void) { return 8; }
#elif defined(NARROW)
int size(void) { return 2; }
#else
int size(void) { return 4; }
#endif
#ifdef __cplusplus
extern "C" {
#endif
int use(int n) {
#if LIMIT > 3
    first(n);
#else
    second(n);
#endif
    return MAX(n, size());
}
#ifdef __cplusplus
}
#endif
#endif
