from celery import Celery, Task, shared_task
from celery.signals import worker_ready

app = Celery("proj")


@app.task
def add(x, y):
    return x + y


@app.task(bind=True, name="proj.multiply")
def multiply(self, x, y):
    return x * y


@worker_ready.connect
def on_ready(sender, **kwargs):
    pass


class Import(Task):
    def run(self, path):
        return path
