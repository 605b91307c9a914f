from flask import Blueprint, request

from shop.security import login_required

orders = Blueprint("orders", __name__, url_prefix="/never-used")


@orders.route("/", methods=["GET", "POST"])
@login_required
def collection():
    return request.method


@orders.get("/<int:order_id>")
def show(order_id):
    return {"id": order_id, "kind": request.args.get("kind", "plain")}


@orders.put("/<int:order_id>")
@orders.patch("/<int:order_id>")
def change(order_id):
    return {}


@orders.before_request
def check():
    pass
