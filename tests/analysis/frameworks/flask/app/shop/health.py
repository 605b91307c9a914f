def init_app(app):
    @app.get("/health")
    def health():
        return "ok"

    cache = {}
    return cache.get("/not/a/route")
