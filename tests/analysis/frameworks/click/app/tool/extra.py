import click


@click.command()
def sync():
    pass
