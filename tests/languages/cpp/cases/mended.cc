class Locked {
 public:
  int size() const EXCLUSIVE_LOCKS_REQUIRED(mu_) { return n_; }
  void grow() LOCKS_EXCLUDED(mu_);
 private:
  int n_ GUARDED_BY(mu_);
};
LIB_BEGIN_NAMESPACE
struct alignas(8) Plain { int a; };
class [[nodiscard]] Marked : public Plain {};
class __attribute__((visibility("default"))) Shown {};
LIB_END_NAMESPACE
template <typename T, LIB_ENABLE_IF(!is_signed<T>::value)> int narrow(T value) { return value; }
template <typename Char, typename T, LIB_ENABLE_IF(is_same<T, (Char)>::value)>
int same(T value) { return narrow(value); }
