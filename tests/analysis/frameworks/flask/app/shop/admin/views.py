from shop.admin import admin


@admin.route("/users", methods=("DELETE",))
def remove_users():
    return ""


@admin.post("")
def enter():
    return ""
