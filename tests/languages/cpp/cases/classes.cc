namespace lib {
class Base;

/** A class behind an export macro. */
class LIB_EXPORT Derived final : public Base, private detail::Mixin<int> {
 public:
  Derived() : Base(1), count_(0), name_{"x"} {}
  explicit Derived(int count);
  Derived(const Derived&) = delete;
  virtual ~Derived();
  virtual int area() const = 0;
  int size() const override { return count_; }
  static Derived* make(int count = 3);
  bool operator==(const Derived& other) const { return count_ == other.count_; }
  operator bool() const { return true; }
  friend class Other;
  friend bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
  using Base::area;
  enum Kind { kSmall, kLarge = 2 };
  struct Rep { int a; };

 private:
  int count_ = 0;
  std::string name_;
  std::vector<Rep*> reps_;
  static const int kLimit = 4;
};

Derived::Derived(int count) : Derived() { count_ = count; }
Derived::~Derived() = default;
Derived* Derived::make(int count) { return new Derived(count); }
}  // namespace lib

int lib::Derived::size2() const { return this->count_; }
