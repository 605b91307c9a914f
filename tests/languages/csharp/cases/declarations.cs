#region License
#endregion
using System;
using static System.Math;
using Foo = A.B.C;
global using X.Y;
#if NET20
using Newtonsoft.Json.Utilities.LinqBridge;
#else
using System.Linq;
#endif
namespace A.B
{
    /// <summary>doc</summary>
    [Serializable, Foo(Bar = 1)]
    public abstract partial class Cls<T, U> : Base<T>, IFoo, A.IBar where T : class, IFoo, new()
    {
        private readonly Dictionary<string, List<int>> _f = new Dictionary<string, List<int>>(), _g;
        public const int C = 1;
        public event EventHandler E;
        public event EventHandler E2 { add { _f.Add(value); } remove { } }
        public int P { get { return _p; } set { _p = value; Run(); } }
        public int Q { get; private set; } = Make();
        public int R => Make();
        public int this[int i, string s] { get { return 1; } set { } }
        static Cls() { }
        public Cls(int a, params object[] rest) : base(a) { this._f = null; }
        ~Cls() { }
        void IFoo.Run<V>(ref int x, out string y, V z = default(V)) { y = null; }
        public static implicit operator int(Cls<T,U> x) => 1;
        public static Cls<T,U> operator +(Cls<T,U> a, int b) { return a; }
        public static int Ext(this string s, Func<int, string> f) => s.Length;
        protected abstract int M(int? a, int[] b, (int x, string y) t);
        delegate void D(int x);
        enum En { A = 1, B }
        struct St { int x; }
        record Rec(int X, string Y) : Rec2(X) { }
        interface IIn { void Do(); int P { get; } }
    }
}
