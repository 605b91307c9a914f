def ok():
    first()

def broken(:
    second(

class K:
    def m(self):
        return third(

after()
