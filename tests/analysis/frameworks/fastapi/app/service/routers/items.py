from fastapi import APIRouter as Router


class Items:
    def __init__(self):
        self.router = Router()
        self.router.add_api_route("/items", self.all)
        self.router.add_api_route("/items/{item}", self.drop, methods=["DELETE"])

    def all(self):
        return []

    def drop(self, item):
        return item


router = Items().router
