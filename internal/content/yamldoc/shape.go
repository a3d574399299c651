package yamldoc

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// form is what a Go type takes from a file.
type form uint8

const (
	formText form = iota
	formFlag
	formNumber
	formMoment
	formMarkdown
	formList
	formKeys
	formCollection
	formSection
	formRecipients
)

// shape is what there is to know about a Go type, found out once.
type shape struct {
	form   form
	typ    reflect.Type
	elem   *shape // of lists and collections
	fields []field
	byName map[string]int
	short  string // the key that a text alone is the value of; empty where there is none
}

// field is one key of a struct; keys of embedded structs stand among the others.
type field struct {
	name    string
	subject string // begins a sentence about it
	article string // stands before its name
	index   []int
	shape   *shape
	rules   rules
	shared  bool // whether all languages of a site have the same
	key     bool // whether items of a list are known by it in all languages
	own     bool // whether a translation never has that of its original
}

// collection is a [site.Collection] of any entry.
type collection interface {
	NewEntry() any
	PutEntry(id string, entry any)
}

var timesType = reflect.TypeFor[site.SectionTimes]()

var shapes sync.Map // reflect.Type -> *shape

// shapeOf returns the shape of a type, or of what it points to. It panics for a type that no file can hold, which is a
// programming error: a test visits all types of package site.
func shapeOf(t reflect.Type) *shape {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	made, _ := shapes.LoadOrStore(t, newShape(t))
	return made.(*shape)
}

func newShape(t reflect.Type) *shape {
	s := &shape{typ: t, byName: map[string]int{}}
	switch {
	case t == reflect.TypeFor[site.Section]():
		s.form = formSection
	case t == reflect.TypeFor[site.Recipients]():
		s.form = formRecipients
	case t == reflect.TypeFor[site.Markdown]():
		s.form = formMarkdown
	case t == reflect.TypeFor[time.Time]():
		s.form = formMoment
	case reflect.PointerTo(t).Implements(reflect.TypeFor[collection]()):
		s.form = formCollection
		entry := reflect.New(t).Interface().(collection).NewEntry()
		s.elem = shapeOf(reflect.TypeOf(entry).Elem())
	case t.Kind() == reflect.String:
		s.form = formText
	case t.Kind() == reflect.Bool:
		s.form = formFlag
	case t.Kind() == reflect.Int:
		s.form = formNumber
	case t.Kind() == reflect.Slice:
		s.form, s.elem = formList, shapeOf(t.Elem())
	case t.Kind() == reflect.Struct:
		s.form = formKeys
		s.addFields(t, nil)
	default:
		panic(fmt.Sprintf("yamldoc: no file can hold a %s", t))
	}
	return s
}

func (s *shape) addFields(t reflect.Type, index []int) {
	for f := range t.Fields() {
		at := slices.Concat(index, f.Index)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case f.Anonymous && name == "":
			s.addFields(f.Type, at)
		case name != "" && name != "-" && f.IsExported():
			s.byName[name] = len(s.fields)
			if f.Tag.Get("short") != "" {
				s.short = name
			}

			languages := f.Tag.Get("languages")
			made := field{
				name: name, subject: "`" + name + "`", article: "a ", index: at, shape: shapeOf(f.Type),
				rules:  parseRules(f.Tag.Get("validate"), t),
				shared: languages == "same", key: languages == "key", own: languages == "own",
			}
			switch {
			case made.shape.form == formList:
				made.article = ""
			case strings.ContainsRune("aeiou", rune(name[0])):
				made.article = "an "
			}
			s.fields = append(s.fields, made)
		}
	}
}

// key returns the name of the field by which items of a list are known in all languages; empty for none.
func (s *shape) key() string {
	for i := range s.fields {
		if s.fields[i].key {
			return s.fields[i].name
		}
	}
	return ""
}

// hasWords tells whether a value of the shape holds words that visitors read.
func (s *shape) hasWords() bool {
	switch s.form {
	case formMarkdown, formSection:
		return true
	case formList, formCollection:
		return s.elem.hasWords()
	case formKeys:
		return slices.ContainsFunc(s.fields, func(f field) bool { return f.shape.hasWords() })
	}
	return s.typ == wordsType
}

// rules are the `validate` tag of a field, taken apart. Whether a key is there at all, and beside which others, is
// decided here; everything else is left to the validator.
type rules struct {
	required        bool
	requiredWithout string // key without which this one is needed
	excludedWith    string // key beside which this one must not stand
	check           string // tag for the value itself
	each            string // tag for every item of the value
}

func parseRules(tag string, of reflect.Type) (r rules) {
	key := func(goName string) string {
		neighbour, _ := of.FieldByName(goName)
		return neighbour.Tag.Get("yaml")
	}
	value, each, _ := strings.Cut(tag, "dive")
	var check []string
	for rule := range strings.SplitSeq(strings.Trim(value, ","), ",") {
		name, param, _ := strings.Cut(rule, "=")
		switch name {
		case "required":
			r.required = true
		case "required_without":
			r.requiredWithout = key(param)
		case "excluded_with":
			r.excludedWith = key(param)
		case "omitempty", "":
			// Rules are asked only for keys that are in the file.
		default:
			check = append(check, rule)
		}
	}
	r.check, r.each = strings.Join(check, ","), strings.Trim(each, ",")
	return r
}

// A colour is #rrggbb, or oklch with lightness (0 to 1, or percent), chroma and hue.
var colorPattern = regexp.MustCompile(`^(#[0-9a-fA-F]{6}|` +
	`oklch\( *(0|1|0?\.[0-9]+|1\.0+|[0-9]{1,2}(\.[0-9]+)?%|100%) +[0-9]*\.?[0-9]+ +[0-9]{1,3}(\.[0-9]+)? *\))$`)

// Accounts of services become parts of addresses, so nothing else may stand there.
var (
	accountPattern     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	measurementPattern = regexp.MustCompile(`^G-[A-Z0-9]{4,16}$`)
)

var validate = newValidate()

func newValidate() *validator.Validate {
	v := validator.New()
	for rule, holds := range map[string]func(string) bool{
		"slug": slug.Pattern.MatchString, "color": colorPattern.MatchString, "amount": site.AmountPattern.MatchString,
		"focus": site.FocusPattern.MatchString, "origin": site.OriginPattern.MatchString,
		"embed": site.EmbedPattern.MatchString, "bound": site.BoundPattern.MatchString,
		"business": func(text string) bool { return slices.Contains(site.BusinessTypes(), text) },
		"account":  accountPattern.MatchString, "measurement": measurementPattern.MatchString,
		"host": func(text string) bool {
			parsed, err := url.Parse(text)
			return err == nil && parsed.User == nil && parsed.RawQuery+parsed.Fragment == "" &&
				site.OriginPattern.MatchString(strings.ToLower(strings.TrimRight(text, "/")))
		},
		"hours": func(text string) bool {
			_, ok := site.ParseHours(text)
			return ok
		},
		"times": func(text string) bool {
			_, ok := site.ParseTimes(text)
			return ok
		},
		"day": func(text string) bool {
			_, err := time.Parse(time.DateOnly, text)
			return err == nil
		},
	} {
		err := v.RegisterValidation(rule, func(f validator.FieldLevel) bool { return holds(f.Field().String()) })
		if err != nil {
			panic(fmt.Sprintf("yamldoc: register rule %s: %v", rule, err))
		}
	}
	return v
}

type violation struct{ rule, param string }

// broken asks the validator for the first rule of the tag that the value breaks. It panics for a tag that the validator
// does not understand: a test visits all tags of package site.
func broken(value any, tag string) (v violation, found bool) {
	failed, found := errors.AsType[validator.ValidationErrors](validate.Var(value, tag))
	if found {
		v = violation{rule: failed[0].Tag(), param: failed[0].Param()}
	}
	return v, found
}

// words says what is wrong with a value, and what to do.
func (v violation) words(subject, typed string, s *shape) (code, message, hint string) {
	words := slices.Concat(ruleWords[v.rule], []string{"", "", ""}) // of bounds there are none
	code, hint = words[0], words[2]
	message = fmt.Sprintf(words[1], subject, quoteShort(typed))
	switch {
	case s.form == formText && typed == "":
		return "empty-text", subject + " is empty.", "Give it a value, or remove the line."
	case v.rule == "oneof":
		choices := strings.Fields(v.param)
		last := len(choices) - 1
		listed := strings.TrimPrefix(strings.Join(choices[:last], ", ")+" or "+choices[last], " or ")
		return code, message + ": it is " + listed + ".", text.DidYouMean(typed, choices, "")
	case v.rule == "business":
		return code, message, text.DidYouMean(typed, site.BusinessTypes(), hint)
	case v.rule == "day" && len(typed) > len(time.DateOnly) && dayAndTime.MatchString(typed) && impossible(typed) == "":
		day := typed[:len(time.DateOnly)]
		hint = "Write " + day + "."
		if v.param != "" {
			hint = fmt.Sprintf("Write %s here, and the time at %s.", day, v.param)
		}
		return code, fmt.Sprintf("%s takes a day without a time, not %s.", subject, quoteShort(typed)), hint
	case v.rule == "startswith", v.rule == "contains":
		return code, fmt.Sprintf(words[1], subject, v.param), ""
	case v.rule == "min", v.rule == "max":
		return v.rangeWords(subject, s.form)
	}
	return code, message, hint
}

func (v violation) rangeWords(subject string, of form) (code, message, hint string) {
	bound := map[string]string{"min": "at least ", "max": "at most "}[v.rule] + v.param
	switch {
	case of == formNumber:
		return "bad-number", subject + " must be " + bound + ".", ""
	case of == formText:
		return "bad-length", subject + " must have " + bound + " characters.", ""
	case v.rule == "max":
		return "bad-count", subject + " takes " + bound + " items.", "Remove some of them."
	case v.param == "1":
		return "bad-count", subject + " needs at least 1 item.", kinds[kindList].hint
	}
	return "bad-count", subject + " needs " + bound + " items.", kinds[kindList].hint
}
