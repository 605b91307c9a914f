namespace A
{
    public class B : C
#if !(NET20 || PORTABLE)
        , D
#endif
#if OLD
        , E
#else
        , F
#endif
    {
        void M(int x
#if HAVE_TOKENS
            , CancellationToken token
#endif
            )
        {
#if OLD
            Old();
#else
            New();
#endif
            if (x > 1
#if DEBUG
                && Checked()
#endif
                )
            {
                Run();
            }
        }
    }
}
