from contextlib import asynccontextmanager

from fastapi import FastAPI
from service import config
from service.config import settings
from service.routers import items, late, later, users
from service.routers.admin import router as admin_router
from starlette.routing import Mount

API = "/api"


@asynccontextmanager
async def lifespan(app):
    yield


app = FastAPI(title="Service", lifespan=lifespan)
app.include_router(users.router)
app.include_router(late.router, prefix=settings.LATE)
app.include_router(later.router, prefix=config.LATER + unknown())
app.include_router(items.router, prefix=API + "/v1", tags=["items"])
users.router.include_router(admin_router, prefix="/admin")

metrics = FastAPI()
app.mount("/metrics", metrics)


@app.on_event("startup")
async def connect():
    pass


@app.get("/", include_in_schema=False)
async def root():
    return {}


@metrics.get("/live")
def live():
    return {}


app.add_api_route("/ping", root, methods=["GET", "HEAD"])
