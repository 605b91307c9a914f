class Base(Generic[T], metaclass=Meta, flag=True): ...


class Child(mod.Base, *mixins, **options):
    class Inner(Base):
        def deep(self):
            def local():
                class Local:
                    def m(self): ...

            return local

    def _private(self): ...

    def __dunder__(self): ...

    if cond:

        def conditional(self): ...


class _Hidden: ...
