from flask import Flask

from shop import health
from shop.admin import admin
from shop.api import api
from shop.orders import orders as orders_blueprint


def create_app(settings=None):
    app = Flask(__name__)
    app.register_blueprint(orders_blueprint, url_prefix="/orders")
    app.register_blueprint(api)
    app.register_blueprint(admin)
    health.init_app(app)

    @app.route("/")
    def index():
        return "shop"

    @app.errorhandler(404)
    def missing(error):
        return "", 404

    app.add_url_rule("/favicon.ico", "favicon", favicon)
    return app


def favicon():
    return ""
