package schema

import (
	"reflect"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// filler makes sample values: with everything that a type may hold, or with no
// more than what its tags promise.
type filler struct{ full bool }

func (f filler) fill(v reflect.Value, r rules, depth int) {
	switch known, special := kinds[v.Type()]; {
	case special && known == moment:
		v.Set(reflect.ValueOf(time.Unix(0, 0).UTC()))
		return
	case special && known == markdown:
		if f.full {
			v.FieldByName("Nodes").Set(f.list(reflect.SliceOf(nodeType), r, depth))
		}
		return
	case special && known == section:
		v.FieldByName("Type").SetString("quote")
		v.FieldByName("Body").Set(reflect.ValueOf(&site.Quote{Text: "x"}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
		if choices := strings.Fields(r["oneof"]); len(choices) > 0 {
			v.SetString(choices[0])
		}
		if v.Type() == reflect.TypeFor[site.LinkKind]() {
			v.SetString(string(site.LinkPage))
		}
		if v.Type() == reflect.TypeFor[site.EntryKind]() {
			v.SetString(string(site.KindArticle))
		}
	case reflect.Bool:
		v.SetBool(f.full)
	case reflect.Int:
		v.SetInt(3)
	case reflect.Struct:
		f.fields(v, depth)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), r, depth+1)
	case reflect.Slice:
		v.Set(f.list(v.Type(), r, depth))
	case reflect.Map:
		entry := reflect.New(v.Type().Elem()).Elem()
		f.fill(entry, r.below(), depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("x"), entry)
	}
}

// fields fills a struct; what nothing promises stays empty in a value that is not full.
func (f filler) fields(v reflect.Value, depth int) {
	for i := range v.NumField() {
		tag := v.Type().Field(i)
		if !tag.IsExported() || tag.Tag.Get("json") == "-" {
			continue
		}
		described := Embedded().field(tag)
		if f.full || !described.nullable && !hasOmitEmpty(tag) {
			f.fill(v.Field(i), described.rules, depth)
		}
	}
}

func hasOmitEmpty(f reflect.StructField) bool {
	return strings.Contains(f.Tag.Get("json"), ",omit")
}

func (f filler) list(t reflect.Type, r rules, depth int) reflect.Value {
	list := reflect.MakeSlice(t, 0, 1)
	if depth > 6 { // nodes hold nodes
		return list
	}
	entry := reflect.New(t.Elem()).Elem()
	f.fill(entry, r.below(), depth+1)
	return reflect.Append(list, entry)
}

// page returns the data of a page that has every section type.
func (f filler) page() site.PageData {
	var data site.PageData
	f.fill(reflect.ValueOf(&data).Elem(), rules{}, 0)
	data.Page.Sections = nil
	for _, name := range site.SectionTypes() {
		body := reflect.ValueOf(site.NewSectionBody(name))
		f.fill(body.Elem(), rules{}, 0)
		data.Page.Sections = append(data.Page.Sections, site.Section{Type: name, Body: body.Interface()})
	}
	return data
}
