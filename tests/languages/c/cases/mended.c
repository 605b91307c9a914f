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
