package api

import (
	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

const base = "/books"

func Routes(rg *gin.RouterGroup) {
	books := rg.Group(base)
	books.GET("", List)
	books.GET("/:id", Get)
}

func List(c *gin.Context)   {}
func Get(c *gin.Context)    {}
func Put(c *gin.Context)    {}
func Delete(c *gin.Context) {}

func Echo() {
	e := echo.New()
	e.GET("/users/:id", user, cached)
	g := e.Group("/admin", cached)
	g.Add("PATCH", "/users", user)
}

func user(c echo.Context) error { return nil }

func cached(next echo.HandlerFunc) echo.HandlerFunc { return next }
