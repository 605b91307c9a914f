from aiohttp import web

import admin
from handlers import Orders, routes


async def index(request):
    return web.Response(text=request.query.get("/not/a/route", "x"))


def make_app():
    app = web.Application()
    app.router.add_get("/", index)
    app.router.add_route("*", "/any", index)
    app.router.add_route("PATCH", "/patch", index)
    app.add_routes(routes)
    orders = Orders()
    app.add_routes(
        [
            web.get("/orders", orders.all),
            web.post("/orders", orders.create),
            web.view("/orders/{id}", admin.Order),
            web.static("/static", "static"),
        ]
    )
    app.add_subapp("/admin", admin.make_admin())
    return app


if __name__ == "__main__":
    web.run_app(make_app())
