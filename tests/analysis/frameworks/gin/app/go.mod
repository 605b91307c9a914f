module example.com/shop

require github.com/gin-gonic/gin v1.9.0
