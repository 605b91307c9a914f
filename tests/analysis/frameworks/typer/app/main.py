import typer

import items

app = typer.Typer()
app.add_typer(items.app, name="items")


@app.callback()
def options(verbose: bool = False):
    pass


@app.command()
def run_all(name: str):
    pass


@app.command("delete")
def remove():
    pass


def alone():
    pass


if __name__ == "__main__":
    app()
    typer.run(alone)
