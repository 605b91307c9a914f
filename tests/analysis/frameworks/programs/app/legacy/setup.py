from setuptools import setup

setup(
    name="legacy",
    entry_points={"console_scripts": ["older = legacy_tool.run:other"], "pytest11": ["x = legacy_tool.run:start"]},
)
