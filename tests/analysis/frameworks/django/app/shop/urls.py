from django.contrib.auth.decorators import login_required
from django.urls import path
from django.views.decorators.cache import cache_page

from . import views

app_name = "shop"
urlpatterns = [
    path("", views.Products.as_view(), name="products"),
    path("<int:pk>/", views.ProductDetail.as_view()),
    path("<int:pk>/buy/", login_required(views.Buy.as_view())),
    path("cached/", cache_page(60)(views.cached)),
]
urlpatterns.append(path("late/", views.cached))
