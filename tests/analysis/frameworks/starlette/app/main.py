from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint, WebSocketEndpoint
from starlette.routing import Mount, Route, Router, WebSocketRoute

from site_pages import pages
from static import files


async def home(request):
    return None


class User(HTTPEndpoint):
    async def get(self, request):
        return None

    async def delete(self, request):
        return None


class Echo(WebSocketEndpoint):
    async def on_receive(self, websocket, data):
        return None


async def ws(websocket):
    return None


api = Router(
    routes=[
        Route("/users/{id}", User),
        Route("/users", endpoint=home, methods=["POST"]),
    ]
)

routes = [
    Route("/", home),
    WebSocketRoute("/ws", ws),
    WebSocketRoute("/echo", Echo),
    Mount("/api", app=api),
    Mount(
        "/admin",
        routes=[
            Route("/", endpoint=home),
            Mount("/deep", routes=[Route("/{x:int}", home, methods=["PUT", "PATCH"])]),
        ],
    ),
    Mount("/pages", routes=pages),
    Mount("/static", app=files, name="static"),
]

app = Starlette(debug=True, routes=routes)
app.add_route("/late", home, methods=["GET"])
