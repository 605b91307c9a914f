"""Module documentation."""

x = 1  # trailing, no documentation of f
def f():
    """Documentation."""


# Above,
# two lines.
def g(): ...

# Apart.

def h(): ...


def trailing():
    first()
    # belongs to no statement


class Last:
    def m(self):
        pass
        # neither
    # nor this
