LATER = "/later"
VERSION = "/v3"


class Base:
    LATE: str = "/late"


class Settings(Base):
    DEBUG: bool = False


settings = Settings()
