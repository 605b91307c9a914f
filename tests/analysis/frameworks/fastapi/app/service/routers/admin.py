from fastapi import APIRouter

router = APIRouter()


@router.delete("/everything")
def everything():
    return {}
