def start():
    pass


def other():
    pass


if "__main__" == __name__:
    start()
