class Admin:
    def run(self):
        pass
