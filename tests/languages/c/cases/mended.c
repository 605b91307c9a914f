LIB_API int LIB_CALL exported(int x);
static void * LIB_CALL internal(size_t size) { return malloc(size); }
int f(int x) LIB_NONNULL(1)
{
    if (x) {
#ifdef FAST
        fast(x);
    } else {
#endif
        slow(x);
    }
    return 0;
}
int after(void) { return f(1); }
LIB_API void (*replaceable)(void *ptr) LIB_ATTR;
enum option {
    OPTION(OPT_FIRST, TYPE_LONG, 1),
    OPTION(OPT_SECOND, TYPE_TEXT, 2)
};
int take(va_list list) { return use(va_arg(list, struct part *)) + use(va_arg(list, const char *)); }
static struct feature features[] = {
#ifdef A
    { "a", present_a },
#else
    { "b", present_b },
#endif
    { 0, 0 }
};
