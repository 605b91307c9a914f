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
