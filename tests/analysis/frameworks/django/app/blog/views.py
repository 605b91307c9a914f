def posts(request):
    return None


def show(request, slug):
    return None


def archive(request, year):
    return None
