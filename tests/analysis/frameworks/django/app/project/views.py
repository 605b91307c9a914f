from django.contrib.auth.decorators import login_required


def home(request):
    return None


def report(request):
    return None


@login_required
def charge(request):
    return None


def download(request, name):
    return None


def debug(request):
    return None
