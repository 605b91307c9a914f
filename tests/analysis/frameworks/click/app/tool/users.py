import click


@click.group("users")
def users():
    pass


@users.command("add")
def add():
    pass
