def run(options):
    pass
