from django.urls import re_path

from blog.views import archive

patterns = [re_path("^archive/([0-9]{4})/$", archive)]
