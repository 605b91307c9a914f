from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import include, path, re_path
from django.utils.translation import gettext_lazy as _
from rest_framework.routers import DefaultRouter

from blog import urls as blog_urls
from project import tools, views
from shop.api import OrderViewSet, TagViewSet

router = DefaultRouter()
router.register(r"orders", OrderViewSet, basename="order")
router.register("tags", TagViewSet)

extra = [
    path("reports/", views.report, name="report"),
    path("charge/", views.charge),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("shop/", include("shop.urls", namespace="shop")),
    path("blog/", include(blog_urls)),
    path("credit/", include(extra)),
    path("api/", include((router.urls, "api"))),
    path("old/", include([path("page/", views.home)])),
    path("login/", auth_views.LoginView.as_view()),
    re_path(r"^files/(?P<name>[\w-]+)/$", views.download),
    path("admin/", admin.site.urls),
    path(_("translated/"), views.home),
    path("tools/", (tools.get_urls(), "tools", "tools")),
    path("%s/computed/" % settings.NAME, views.home),
    path(settings.WHERE, views.home),
]

if settings.DEBUG:
    urlpatterns += [path("debug/", views.debug)]
