from rest_framework import viewsets
from rest_framework.decorators import action


class OrderViewSet(viewsets.ModelViewSet):
    def create(self, request):
        return None

    @action(detail=True, methods=["post", "delete"], url_path="items")
    def line_items(self, request, pk=None):
        return None

    @action(detail=False)
    def recent(self, request):
        return None


class TagViewSet(viewsets.ViewSet):
    def list(self, request):
        return None
