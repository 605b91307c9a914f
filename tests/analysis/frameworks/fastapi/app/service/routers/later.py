from fastapi import APIRouter

router = APIRouter()


@router.get("/two")
def two():
    return {}
