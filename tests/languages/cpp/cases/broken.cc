class A { int fine() { return 1; } };
class B { int broken( { return 1; } };
int after() { return 1; }
