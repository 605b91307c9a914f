from fastapi import APIRouter
from service.config import VERSION

router = APIRouter()


@router.get(VERSION + "/one")
def one():
    return {}
