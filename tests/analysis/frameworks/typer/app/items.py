import typer

app = typer.Typer(help="items")


@app.command()
def create(name: str):
    pass
