from .deep import helper, _secret
import os
