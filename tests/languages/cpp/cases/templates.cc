template <typename Key, class Compare = less<Key>>
class Map {
 public:
  class Iterator { public: void next(); };
  void insert(const Key& key);
  template <typename Other> Other as() const { return Other(first_); }
  Key first_;
};

template <typename Key, class Compare>
void Map<Key, Compare>::insert(const Key& key) { first_ = key; }

template <typename Key, class Compare>
void Map<Key, Compare>::Iterator::next() {}

template <> class Map<int, less<int>> { void insert(int key); };
template <typename... Args> void call(Args&&... args) { f(std::forward<Args>(args)...); }
using Names = Map<std::string>;
template <typename T> using Ptr = std::unique_ptr<T>;
typedef Map<int> Ints;
template class Map<long>;
int use() { return Map<int>().as<long>() + call<int>(1); }
