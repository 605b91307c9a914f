package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func main() {
	r := chi.NewRouter()
	r.Use(logged)
	r.Get("/", index)
	r.HandleFunc("/any", index)
	r.Method("PUT", "/items/{id}", http.HandlerFunc(put))
	r.With(logged).Get("/with", index)
	r.Route("/articles", func(r chi.Router) {
		r.With(logged).Get("/", list)
		r.Route("/{id}", func(r chi.Router) {
			r.Delete("/", remove)
		})
	})
	r.Group(func(r chi.Router) {
		r.Post("/grouped", put)
	})
	r.Mount("/admin", admin())
	http.ListenAndServe(":3333", r)
}

func admin() http.Handler {
	r := chi.NewRouter()
	r.Get("/users", users)
	r.Handle("/static", &files{})
	return r
}

type files struct{}

func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func logged(next http.Handler) http.Handler          { return next }
func index(w http.ResponseWriter, r *http.Request)  {}
func put(w http.ResponseWriter, r *http.Request)    {}
func list(w http.ResponseWriter, r *http.Request)   {}
func remove(w http.ResponseWriter, r *http.Request) {}
func users(w http.ResponseWriter, r *http.Request)  {}
