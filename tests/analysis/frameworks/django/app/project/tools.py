from django.urls import path


def get_urls():
    return [path("clean/", clean)]


class Extra:
    def get_urls(self):
        own = [path("extra/", self.extra)]
        return own + super().get_urls()

    def extra(self, request):
        return None


def clean(request):
    return None
