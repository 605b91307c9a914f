counter = 0


def bump():
    global counter
    counter = counter + 1

    def inner():
        nonlocal_ = 1
        nonlocal state
        state = nonlocal_

    state = inner
    return lambda: state
