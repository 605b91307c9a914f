class Engine:
    pass


def run():
    pass


def _hidden():
    pass
