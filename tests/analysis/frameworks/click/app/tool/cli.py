import click
from click import Group

from tool.users import users
from tool.extra import sync as synchronise


@click.group()
@click.option("--debug/--no-debug")
def cli(debug):
    pass


@cli.command()
@click.argument("path")
def init_project(path):
    pass


@cli.command("build")
@click.pass_context
def build_all(ctx):
    return ctx.obj.command("not-a-command")


@cli.group(name="db")
def database():
    pass


@database.command
def migrate():
    pass


cli.add_command(users)
cli.add_command(synchronise, "sync-all")
made = Group("made", help="x")


@made.command(name="one")
def one():
    pass
