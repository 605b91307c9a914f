type Alias[T] = list[T] | Later


class Box[T: Bound, *Ts, **P](Base[T]):
    def get[U](self, u: U) -> T: ...
