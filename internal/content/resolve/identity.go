package resolve

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/site"
)

// identify gives a revision, its sites and its pages their IDs: hashes of what visitors and programs get of them, the
// same on every machine. Nothing of that is listed by hand: it is all that a page, or the settings of a site, hold, but
// for fields with the tag `private`.
func identify(made *site.Revision) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, bundle := range made.Sites {
		for pages := range slices.Chunk(bundle.AllPages(), 64) {
			group.Go(func() error {
				var h hasher
				for _, page := range pages {
					page.ID = h.id(page)
				}
				return nil
			})
		}
	}
	_ = group.Wait() // it returns no error
	var h hasher
	ids := []any{made.Drafts}
	for _, bundle := range made.Sites {
		var pages []string
		for _, page := range bundle.AllPages() {
			pages = append(pages, page.ID)
		}
		all := []any{
			bundle.Site, pages, bundle.Aliases, bundle.WellKnown, slices.Sorted(maps.Keys(bundle.Files)),
		}
		for _, k := range site.Kinds {
			all = append(all, made.Public(k, bundle))
		}
		bundle.ID = h.id(all...)
		ids = append(ids, bundle.ID)
	}
	made.ID = h.id(ids...)
}

// hasher makes IDs.
type hasher struct {
	bytes []byte
	known map[pointer][sha256.Size]byte // of what many pages share, and is large
}

// pointer is the address of a value in memory. A struct and its first field have the same one, but for the type.
type pointer struct {
	address uintptr
	to      reflect.Type
}

// largeValue is how many bytes a value adds of which the hash is added instead, and kept.
const largeValue = 256

// id returns a short hash of what visitors get of values.
func (h *hasher) id(of ...any) string {
	h.bytes = h.bytes[:0]
	for _, value := range of {
		h.add(reflect.ValueOf(value))
	}
	sum := sha256.Sum256(h.bytes)
	return hex.EncodeToString(sum[:6])
}

// add adds a value, so that no two that differ in what is not private add the same bytes. How a file is opened is left
// out.
func (h *hasher) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid, reflect.Func:
	case reflect.Bool:
		h.flag(v.Bool())
	case reflect.Int, reflect.Int64:
		h.bytes = binary.AppendVarint(h.bytes, v.Int())
	case reflect.Uint8:
		h.bytes = append(h.bytes, byte(v.Uint()))
	case reflect.Float64:
		h.bytes = binary.AppendUvarint(h.bytes, math.Float64bits(v.Float()))
	case reflect.String:
		h.text(v.String())
	case reflect.Slice, reflect.Array:
		h.flag(v.Kind() == reflect.Slice && v.IsNil()) // JSON may tell none from an empty list
		h.bytes = binary.AppendVarint(h.bytes, int64(v.Len()))
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			h.bytes = append(h.bytes, v.Bytes()...)
			return
		}
		for i := range v.Len() {
			h.add(v.Index(i))
		}
	case reflect.Map:
		h.bytes = binary.AppendVarint(h.bytes, int64(v.Len()))
		for _, key := range slices.SortedFunc(slices.Values(v.MapKeys()), compareText) {
			h.add(key)
			h.add(v.MapIndex(key))
		}
	case reflect.Pointer, reflect.Interface:
		h.flag(v.IsNil())
		switch {
		case v.IsNil():
		case v.Kind() == reflect.Interface:
			h.text(v.Elem().Type().String())
			h.add(v.Elem())
		default:
			h.pointed(v)
		}
	case reflect.Struct:
		h.structure(v)
	default:
		panic(fmt.Sprintf("visitors cannot get a %s", v.Type()))
	}
}

// pointed adds what a pointer leads to, of large values the hash.
func (h *hasher) pointed(v reflect.Value) {
	at := pointer{v.Pointer(), v.Type()}
	if sum, known := h.known[at]; known {
		h.bytes = append(h.bytes, sum[:]...)
		return
	}
	begin := len(h.bytes)
	h.add(v.Elem())
	if len(h.bytes)-begin <= largeValue {
		return
	}
	sum := sha256.Sum256(h.bytes[begin:])
	h.bytes = append(h.bytes[:begin], sum[:]...)
	if h.known == nil {
		h.known = map[pointer][sha256.Size]byte{}
	}
	h.known[at] = sum
}

// structure adds the fields of a struct that are not private.
func (h *hasher) structure(v reflect.Value) {
	of, known := visible.Load(v.Type())
	if !known {
		of, _ = visible.LoadOrStore(v.Type(), visibleOf(v.Type()))
	}
	switch of := of.(type) {
	case []int:
		for _, i := range of {
			h.add(v.Field(i))
		}
	case func(reflect.Value, *hasher):
		of(v, h)
	}
}

func (h *hasher) text(text string) {
	h.bytes = append(binary.AppendVarint(h.bytes, int64(len(text))), text...)
}

func (h *hasher) flag(is bool) { h.bytes = strconv.AppendBool(h.bytes, is) }

func compareText(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) }

// visible holds how structs are added, by their types: the indexes of their fields, or a function.
var visible sync.Map

func visibleOf(t reflect.Type) any {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return func(at reflect.Value, h *hasher) { h.text(at.Interface().(time.Time).Format(time.RFC3339Nano)) }
	case t == reflect.TypeFor[time.Location]():
		return func(zone reflect.Value, h *hasher) { h.text(zone.Addr().Interface().(*time.Location).String()) }
	case reflect.PointerTo(t).Implements(reflect.TypeFor[site.AnyCollection]()):
		return func(all reflect.Value, h *hasher) {
			entries := all.Addr().Interface().(site.AnyCollection)
			h.bytes = binary.AppendVarint(h.bytes, int64(entries.Len()))
			for id, entry := range entries.AnyEntries() {
				h.text(id)
				h.add(reflect.ValueOf(entry))
			}
		}
	}
	fields := []int{}
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("private") == "" {
			fields = append(fields, i)
		}
	}
	return fields
}
