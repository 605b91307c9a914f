from shop import create_app
from shop.custom import CustomFlask

application = create_app()
second = CustomFlask("second")


@application.route("/late")
def late():
    return ""


@second.route("/second")
def on_second():
    return ""
