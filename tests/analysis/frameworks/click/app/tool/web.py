from flask import Blueprint, Flask
from flask.cli import AppGroup

app = Flask(__name__)
bp = Blueprint("bp", __name__)
user = AppGroup("user")


@app.cli.command("seed")
def seed():
    pass


@user.command("create")
def create():
    pass


app.cli.add_command(user)
