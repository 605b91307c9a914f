import flask


class CustomFlask(flask.Flask):
    pass
