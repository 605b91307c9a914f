from flask import Blueprint
from flask.views import MethodView, View

from shop.security import login_required

API = "/api"
api = Blueprint("api", __name__, url_prefix=API)
v1 = Blueprint("v1", __name__, url_prefix="/v1")
api.register_blueprint(v1)


class Base(MethodView):
    def get(self, item_id=None):
        return {}


class Items(Base):
    decorators = [login_required]

    def post(self):
        return self.store()

    def delete(self, item_id):
        return {}

    def store(self):
        return {}


class Report(View):
    methods = ["GET"]

    def dispatch_request(self):
        return "report"


items = Items.as_view("items")
v1.add_url_rule("/items", view_func=items)
v1.add_url_rule("/items/<int:item_id>", view_func=items, methods=["GET", "DELETE"])
v1.add_url_rule("/report", view_func=login_required(Report.as_view("report")))


@v1.route(f"{API}/legacy")
def legacy():
    return {}
