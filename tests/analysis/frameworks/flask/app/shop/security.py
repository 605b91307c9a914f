from functools import wraps


def login_required(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        return view(*args, **kwargs)

    return guarded
