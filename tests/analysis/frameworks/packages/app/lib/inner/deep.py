def helper():
    pass


def _secret():
    pass
