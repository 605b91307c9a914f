#include "base.h"
namespace a::b { int f(); }
inline namespace v1 { int g() { return a::b::f(); } }
namespace { int hidden = 1; int h() { return hidden; } class Local {}; }
namespace fs = std::filesystem;
using namespace a;
using a::b::f;
extern "C" { int c_function(void); }
extern "C" int other(int x) { return ::c_function(); }
#define OPEN_NAMESPACE namespace lib {
int log_it(int log) { log::Writer w(log); return w.size(); }
