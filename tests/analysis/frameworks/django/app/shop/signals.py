from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver
from shop.models import Product


@receiver(post_save, sender=Product)
def reindex(sender, instance, **kwargs):
    return None


@receiver([pre_delete, post_save])
def log(sender, **kwargs):
    return None


def forget(sender, **kwargs):
    return None


pre_delete.connect(forget, sender=Product)
