from fastapi import APIRouter, Depends

router = APIRouter(prefix="/users", tags=["users"])


def current():
    return 1


@router.get("")
async def list_users(user=Depends(current)):
    return []


@router.post("/", status_code=201)
async def create_user():
    return {}


@router.api_route("/{user_id}", methods=["PUT", "PATCH"])
async def change_user(user_id: int):
    return {}


@router.websocket("/{user_id}/events")
async def events(websocket, user_id: int):
    return headers.get("/not/a/route")


headers = {}
