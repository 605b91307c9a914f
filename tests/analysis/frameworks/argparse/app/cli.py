import argparse

from commands import export


def main(argv=None):
    parser = argparse.ArgumentParser()
    sub = parser.add_subparsers(dest="command")
    load = sub.add_parser("load", help="loads")
    load.add_argument("path")
    load.set_defaults(func=run_load)
    sub.add_parser("export").set_defaults(handler=export.run)
    remote = sub.add_parser("remote")
    actions = remote.add_subparsers()
    add = actions.add_parser("add")
    add.set_defaults(func=remote_add, verbose=True)
    parser.set_defaults(func=usage)
    options = parser.parse_args(argv)
    return options.func(options)


def run_load(options):
    pass


def remote_add(options):
    pass


def usage(options):
    pass
