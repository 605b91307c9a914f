package main

import (
	"net/http"

	"example.com/shop/api"
	"github.com/gin-gonic/gin"
)

func main() {
	r := gin.Default()
	r.Use(logger())
	r.GET("/ping", ping)
	r.POST("/form", auth, func(c *gin.Context) { c.String(200, "ok") })
	r.Handle(http.MethodPut, "/items/:id", api.Put)
	r.Any("/any", ping)
	v1 := r.Group("/v1")
	v1.GET("/list", list)
	admin := v1.Group("/admin", auth)
	{
		admin.DELETE("/items/:id", api.Delete)
	}
	api.Routes(v1)
	s := &server{engine: gin.New()}
	s.routes()
	other.GET("/cache", ping)
	r.Run()
}

type server struct{ engine *gin.Engine }

func (s *server) routes() {
	s.engine.GET("/health", s.health)
}

func (s *server) health(c *gin.Context) {}

func ping(c *gin.Context)    {}
func list(c *gin.Context)    {}
func auth(c *gin.Context)    {}
func logger() gin.HandlerFunc { return nil }
