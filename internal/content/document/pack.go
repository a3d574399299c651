package document

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// A packed document is a decoded value as bytes, so that the next process need
// not decode the file again. Packing goes by the same shapes as decoding: what
// a file can hold is kept to the last difference (an empty list is no missing
// list), what is filled in later is not. No library that was looked at does
// both with types that know nothing of it: they go by tags for JSON, which
// leave out what is private.
//
// A packed document is one piece with all texts behind each other, and one
// that says how they make the value. All texts of an unpacked value are parts
// of one string, which takes less memory than one string each.
//
// Packed bytes are for the program that made them: they name no types or keys.
// They carry no check sum either, and damaged ones may give a wrong value.

// Compact replaces what was decoded by an equal value that takes less memory,
// into a new value of the same type, and lets go of the file as
// [Document.Release] does.
func Compact(d *Document, into any, sum [32]byte, again Reread) (*Document, error) {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	*buffer = Pack((*buffer)[:0], d)
	return Unpack(d.File, *buffer, into, sum, again)
}

// buffers are for what is packed only to be unpacked.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// packers keep their memory for the next value.
var packers = sync.Pool{New: func() any { return new(packer) }}

// Pack appends a document and its value to out. It must have no problems.
func Pack(out []byte, d *Document) []byte {
	target := reflect.ValueOf(d.value).Elem()
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.texts, p.layout = p.texts[:0], p.layout[:0]
	p.value(target, shapeOf(target.Type()))
	p.size(len(d.blanks))
	for _, blank := range d.blanks {
		p.text(blank)
	}
	out = binary.AppendUvarint(out, uint64(len(p.texts)))
	out = append(out, p.texts...)
	return append(out, p.layout...)
}

// Unpack fills in a new value of the type that was packed and returns its
// document, as [Document.Release] leaves it.
func Unpack(file string, packed []byte, into any, sum [32]byte, again Reread) (d *Document, err error) {
	defer func() {
		// Damaged bytes can ask for what reflection refuses.
		if caught := recover(); caught != nil {
			d, err = nil, fmt.Errorf("unpack %s: %v", file, caught)
		}
	}()
	length, size := binary.Uvarint(packed)
	if size <= 0 || length > uint64(len(packed)-size) {
		return nil, errDamaged
	}
	u := unpacker{texts: string(packed[size : size+int(length)]), layout: packed[size+int(length):]}
	target := reflect.ValueOf(into).Elem()
	u.value(target, shapeOf(target.Type()))
	d = &Document{File: file, value: into, sum: sum, again: again}
	if blanks := u.size(); blanks > 0 {
		d.blanks = make([]string, blanks)
		for i := range d.blanks {
			d.blanks[i] = u.text()
		}
	}
	if u.damaged || len(u.texts) > 0 || len(u.layout) > 0 {
		return nil, errDamaged
	}
	return d, nil
}

var errDamaged = errors.New("unpack: damaged")

type packer struct{ texts, layout []byte }

func (p *packer) size(n int) { p.layout = binary.AppendUvarint(p.layout, uint64(n)) }

func (p *packer) text(text string) {
	p.size(len(text))
	p.texts = append(p.texts, text...)
}

func (p *packer) value(v reflect.Value, s *shape) {
	switch s.form {
	case formText:
		p.text(v.String())
	case formMarkdown:
		p.text(string(v.Addr().Interface().(*site.Markdown).Source))
	case formFlag:
		n := 0
		if v.Bool() {
			n = 1
		}
		p.size(n)
	case formNumber:
		p.layout = binary.AppendVarint(p.layout, v.Int())
	case formMoment:
		// As text: it is read as in the file, so that it has the same zone.
		moment := *v.Addr().Interface().(*time.Time)
		layout := "2006-01-02T15:04:05.999999999-07:00"
		if moment.Location() == time.UTC {
			layout = time.RFC3339Nano // with a Z, which +00:00 is not
		}
		p.text(moment.Format(layout))
	case formPointer:
		p.value(v.Elem(), s.elem)
	case formList:
		p.size(v.Len())
		for i := range v.Len() {
			p.optional(v.Index(i), s.elem)
		}
	case formKeys:
		p.keys(v, s)
	case formCollection:
		entries := v.Addr().Interface().(collection)
		ids := entries.IDs()
		p.size(len(ids))
		for _, id := range ids {
			p.text(id)
			entry, _ := entries.AnyEntry(id)
			p.value(reflect.ValueOf(entry).Elem(), s.elem)
		}
	case formSection:
		section := sectionOf(v)
		p.text(section.Type)
		body := reflect.ValueOf(section.Body).Elem()
		p.value(body, shapeOf(body.Type()))
	}
}

// optional writes a value that may be nil, as the items of a list.
func (p *packer) optional(v reflect.Value, s *shape) {
	if s.form != formPointer && s.form != formList {
		p.value(v, s)
		return
	}
	if v.IsNil() {
		p.layout = append(p.layout, 0)
		return
	}
	p.layout = append(p.layout, 1)
	p.value(v, s)
}

// keys writes which fields are not zero, one bit each, and then those.
func (p *packer) keys(v reflect.Value, s *shape) {
	bits := len(p.layout)
	p.layout = append(p.layout, make([]byte, (len(s.fields)+7)/8)...)
	for i := range s.fields {
		field := v.FieldByIndex(s.fields[i].index)
		if !field.IsZero() {
			p.layout[bits+i/8] |= 1 << (i % 8)
			p.value(field, s.fields[i].shape)
		}
	}
}

type unpacker struct {
	texts   string
	layout  []byte
	damaged bool
}

func (u *unpacker) fail() { u.damaged, u.texts, u.layout = true, "", nil }

// size reads a length. No damaged one makes room for more than there are bytes.
func (u *unpacker) size() int {
	n, size := binary.Uvarint(u.layout)
	if size <= 0 || n > uint64(len(u.layout)+len(u.texts)) {
		u.fail()
		return 0
	}
	u.layout = u.layout[size:]
	return int(n)
}

func (u *unpacker) take(n int) []byte {
	if n > len(u.layout) {
		u.fail()
		return make([]byte, n)
	}
	taken := u.layout[:n]
	u.layout = u.layout[n:]
	return taken
}

func (u *unpacker) text() string {
	n := u.size()
	if n > len(u.texts) {
		u.fail()
		return ""
	}
	text := u.texts[:n]
	u.texts = u.texts[n:]
	return text
}

func (u *unpacker) value(v reflect.Value, s *shape) {
	if u.damaged {
		return
	}
	switch s.form {
	case formText:
		v.SetString(u.text())
	case formMarkdown:
		v.Addr().Interface().(*site.Markdown).Source = site.Text(u.text())
	case formFlag:
		v.SetBool(u.size() == 1)
	case formNumber:
		n, size := binary.Varint(u.layout)
		if size <= 0 {
			u.fail()
			return
		}
		u.layout = u.layout[size:]
		v.SetInt(n)
	case formMoment:
		moment, err := time.Parse(time.RFC3339, u.text())
		if err != nil {
			u.fail()
			return
		}
		*v.Addr().Interface().(*time.Time) = moment
	case formPointer:
		v.Set(reflect.New(s.elem.typ))
		u.value(v.Elem(), s.elem)
	case formList:
		n := u.size()
		v.Set(reflect.MakeSlice(s.typ, n, n))
		for i := range n {
			u.optional(v.Index(i), s.elem)
		}
	case formKeys:
		bits := u.take((len(s.fields) + 7) / 8)
		for i := range s.fields {
			if bits[i/8]&(1<<(i%8)) != 0 {
				u.value(v.FieldByIndex(s.fields[i].index), s.fields[i].shape)
			}
		}
	case formCollection:
		entries := v.Addr().Interface().(collection)
		for range u.size() {
			id, entry := u.text(), entries.NewEntry()
			u.value(reflect.ValueOf(entry).Elem(), s.elem)
			if u.damaged {
				return
			}
			entries.PutEntry(id, entry)
		}
	case formSection:
		name := u.text()
		body := site.NewSectionBody(name)
		if body == nil {
			u.fail()
			return
		}
		value := reflect.ValueOf(body).Elem()
		u.value(value, shapeOf(value.Type()))
		*v.Addr().Interface().(*site.Section) = site.Section{Type: name, Body: body}
	}
}

func (u *unpacker) optional(v reflect.Value, s *shape) {
	if s.form == formPointer || s.form == formList {
		if there := u.take(1); there[0] == 0 {
			return
		}
	}
	u.value(v, s)
}

func sectionOf(v reflect.Value) *site.Section { return v.Addr().Interface().(*site.Section) }
