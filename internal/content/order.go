package content

import (
	"path"
	"reflect"
	"regexp"
	"strings"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// OrderOf returns in which order the keys of a file stand, as its JSON Schema has them.
func OrderOf(file string) yamldoc.Order {
	of := plan.Of(typeOf(file))
	return func(at string) (keys []string) {
		t := of
		for _, step := range steps.FindAllString(at, -1) {
			if t = below(t, step); t == nil {
				return nil
			}
		}
		for _, key := range t.Keys {
			keys = append(keys, key.Name)
		}
		return keys
	}
}

// Follow is [yamldoc.Follow] for the file of a translation.
func Follow(file string, published, before yamldoc.Pair, after []byte) ([]byte, error) {
	return yamldoc.Follow(file, plan.Of(typeOf(file)), published, before, after, OrderOf(file))
}

var steps = regexp.MustCompile(`\[\d+\]|[^.\[\]]+`)

func below(t *plan.Type, step string) *plan.Type {
	switch {
	case t.Kind == plan.Section:
		if body := site.NewSectionBody(step); body != nil {
			return plan.Of(reflect.TypeOf(body))
		}
		return nil
	case t.Kind == plan.Collection, t.Kind == plan.List && step[0] == '[':
		return t.Elem
	}
	if i, known := t.Place[step]; known {
		return t.Keys[i].Type
	}
	return nil
}

func typeOf(file string) reflect.Type {
	name, dir := path.Base(file), path.Dir(file)
	kind := site.KindCalled(strings.TrimSuffix(name, ".yaml"))
	switch {
	case strings.Contains(dir+"/", "/pages/"):
	case name == "site.yaml":
		return reflect.TypeFor[site.Site]()
	case name == "terms.yaml", name == "privacy.yaml":
		return reflect.TypeFor[site.Legal]()
	case kind != nil:
		return kind.Type
	}
	return reflect.TypeFor[site.Page]()
}
