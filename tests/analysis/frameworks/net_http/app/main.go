package main

import "net/http"

const prefix = "/api"

type app struct{}

func (a *app) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (a *app) login(w http.ResponseWriter, r *http.Request)     {}

func main() {
	a := &app{}
	http.HandleFunc("/", index)
	http.Handle("/app", a)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", index)
	mux.HandleFunc("POST "+prefix+"/login", a.login)
	mux.Handle("/wrapped", logged(http.HandlerFunc(index)))
	mux.HandleFunc("/made", func(w http.ResponseWriter, r *http.Request) {})
	http.ListenAndServe(":80", mux)
	cache.HandleFunc("/not", index)
}

func index(w http.ResponseWriter, r *http.Request) {}

func logged(next http.Handler) http.Handler { return next }
