from django.urls import include, path

from blog.views import posts, show
from blog.more import patterns as more

urlpatterns = [
    path("", posts),
    path("<slug:slug>/", show),
] + more
