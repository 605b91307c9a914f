from starlette.staticfiles import StaticFiles

files = StaticFiles(directory="static")
