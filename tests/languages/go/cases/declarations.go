// Package shop sells things.
package shop

import (
	"fmt"
	db "example.com/shop/db/v2"
	. "strings"
	_ "embed"
	"github.com/mattn/go-isatty"
	"gopkg.in/yaml.v3"
)

// Kind says which.
type Kind int

const (
	Small Kind = iota
	Large
	_
)

const limit = 10

var first, second = pair()

var (
	store  *Store = NewStore()
	lookup        = map[string]Kind{"s": Small}
)

// Format can be replaced.
var Format = func(k Kind) string { return fmt.Sprint(k) }

var _ Shelf = (*Store)(nil)

type Store struct {
	sync.Mutex
	*Base
	Pool[int]
	db.Conn
	A, b int `json:"a"`
	run  func(a, b int, c ...string) (int, error)
}

type Shelf interface {
	fmt.Stringer
	Put(name string, more ...int) (ok bool, err error)
	size() int
}

type Number interface{ ~int | ~float64 }

type (
	Alias   = []Store
	Handler func(k Kind) error
	Pool[T any] struct{ items []T }
)

func init() { register(store) }

func init() {}

func main() {}

func pair() (int, error) { return 1, nil }

func Map[T, U any](xs []T, f func(T) U) []U { return nil }

func (s *Store) Put(name string, more ...int) (ok bool, err error) { return }

func (p *Pool[E]) Get() E { return p.items[0] }

func (Kind) String() string { return "" }
