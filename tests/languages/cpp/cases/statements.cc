void run(std::map<int, Foo*>& m, Foo&& r) {
  Foo a(1), b{2}, c = 3, d;
  Foo e(x, f(y), z[1]), *p = &a;
  auto g = std::make_unique<Foo>(4);
  for (auto& [key, value] : m) value->run();
  for (const Foo& one : list()) one.run();
  for (auto it = m.begin(); it != m.end(); ++it) it->second->run();
  if (auto* found = find(m)) found->run(); else if (int n = count(m); n > 1) many(n);
  try { risky(); } catch (const Error& e) { e.what(); } catch (...) { other(); }
  auto h = [this, &a, k = make()](int n) -> Foo { return k.at(n); };
  h(1).run();
  delete p;
  throw Error("x");
  a = b + c * d;
  m[1] = p->Base::self();
  static_cast<Foo*>(p)->run();
  (*p)(1);
  new (p) Foo[3];
  co_await later();
  struct Inner { int a; void f() {} } inner;
  switch (kind) { case Kind::kA: one(); break; default: two(); }
}
