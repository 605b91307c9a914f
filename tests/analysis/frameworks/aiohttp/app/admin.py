from aiohttp import web


class Order(web.View):
    async def delete(self):
        return web.Response()


async def users(request):
    return web.Response()


def make_admin():
    admin = web.Application()
    admin.router.add_post("/users", users)
    return admin
