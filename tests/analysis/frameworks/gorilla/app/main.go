package main

import (
	"net/http"

	"github.com/gorilla/mux"
)

func main() {
	r := mux.NewRouter()
	r.HandleFunc("/", home)
	r.HandleFunc("/books/{id}", book).Methods("GET", http.MethodHead).Name("book")
	r.Path("/path").Methods("POST").HandlerFunc(home)
	r.Methods("PUT").Path("/second").HandlerFunc(book)
	r.Handle("/handled", &thing{}).Methods("DELETE")
	api := r.PathPrefix("/api").Subrouter()
	api.HandleFunc("/users", users).Methods("GET")
	api.Host("example.com").Subrouter().HandleFunc("/hosted", users)
	register(api)
	http.ListenAndServe(":8000", r)
}

func register(router *mux.Router) {
	router.HandleFunc("/registered", home)
}

type thing struct{}

func (t *thing) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func home(w http.ResponseWriter, r *http.Request)  {}
func book(w http.ResponseWriter, r *http.Request)  {}
func users(w http.ResponseWriter, r *http.Request) {}
