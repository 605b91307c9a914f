from django.views import View
from django.views.generic import DetailView, ListView


class Products(ListView):
    def get_queryset(self):
        return []


class ProductDetail(DetailView):
    def get(self, request, pk):
        return None


class Buy(View):
    def post(self, request, pk):
        return None

    def put(self, request, pk):
        return None


def cached(request):
    return None
