from starlette.routing import Route


async def page(request):
    return None


pages = [Route("/{slug}", page)]
