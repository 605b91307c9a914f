import dramatiq
from celery import shared_task
from huey import RedisHuey
from redis import Redis
from rq import Queue
from rq.decorators import job

from celery_app import app as celery

huey = RedisHuey("x")
queue = Queue(connection=Redis())


@shared_task
def mail(to):
    pass


@celery.task(ignore_result=True)
def clean():
    pass


@job("low", connection=Redis())
def resize(image):
    pass


def count(words):
    pass


def later(words):
    queue.enqueue(count, words)
    queue.enqueue_at(1, mail, words)
    words.task(mail)


@dramatiq.actor(queue_name="x")
def act():
    pass


@huey.task(retries=2)
def hue():
    pass
