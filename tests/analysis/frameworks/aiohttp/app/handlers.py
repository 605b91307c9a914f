from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/health")
@routes.head("/health")
async def health(request):
    return web.Response()


@routes.view("/things/{name}")
class Things(web.View):
    async def get(self):
        return web.Response()

    async def put(self):
        return web.Response()


class Orders:
    async def all(self, request):
        return web.Response()

    async def create(self, request):
        return web.Response()
