# First line of the comment.
# Second line.
@app.route("/x")
@plain
def view():
    pass


class C:
    @property
    def p(self): ...

    @p.setter
    def p(self, v): ...

    @staticmethod
    def s(): ...

    @classmethod
    async def c(cls): ...

    @abc.abstractmethod
    @override
    def a(self): ...

    @functools.cached_property
    def cp(self): ...

    @typing.overload
    def o(self): ...


@dataclass(frozen=True)
class D: ...
