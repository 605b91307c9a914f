class C { void M() {
  var x = new Foo(1) { A = 2, B = { C = 3 } };
  int a = 1, b = f(2);
  Foo? q = new();
  x?.Bar(1)?.Baz();
  x.y.z<int>(a, name: b, ref c, out var d, out int e);
  foreach (var it in xs) { it.Run(); }
  using (var r = Open()) { }
  using var s = Open();
  if (o is Foo f && f.Ok()) { }
  if (o is Foo { Bar: var bb }) { }
  switch (o) { case Foo g when g.A(): break; case 1: break; default: break; }
  var v = o switch { Foo h => h.A(), _ => null };
  Func<int,int> l = (int p) => p + 1; Action m = () => { Run(); }; var n = delegate (int z) { return z; };
  int Local(int k) => k;
  var lq = from i in xs where i.P() orderby i.Q select i.F();
  ((Foo)o).Bar(); (o as Foo).Bar(); base.M(); this.N(); typeof(Foo).Name.Go(); nameof(x);
  var (aa, ab) = point; (c, d) = (1, 2);
  x += OnClick; x[1] = 2; t = a ? b : c; u = a ?? b; throw new Ex("a" + b);
  try { } catch (Exception ex) when (ex.Ok()) { } finally { }
  lock (x) { } checked { } yield return f(); await g(); return;
  var arr = new int[] {1,2}; var arr2 = new[] {a}; var an = new { A = 1 }; int[] arr3 = {1};
  for (int i = 0; i < 1; i++) { } do { } while (a); goto l; fixed (int* pp = &a) { } stackalloc int[1]; default(int);
} }
class D(int x) : E(x) { }
record struct RS(int A);
