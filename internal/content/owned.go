package content

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Owned returns what a file says of all that who owns a website decides alone (the tag `owner` in package site: its
// look, its addresses, what it loads of others, and who gets its mail), and redirects of all that is below an address:
// JSON, by the paths of values. A file that is not there says nothing.
func Owned(file string, data []byte) (map[string]string, error) {
	read, err := yamldoc.ReadTree(file, data)
	if err != nil {
		return nil, err
	}
	var all any
	written, _ := read.MarshalJSON()
	if err := json.Unmarshal(written, &all); err != nil {
		return nil, err
	}
	found := map[string]string{}
	add := func(at string, value any) {
		sorted, _ := json.Marshal(value) // which was JSON
		found[at] = string(sorted)
	}
	pick := func(below string, from any, of *plan.Type) {
		keys, _ := from.(map[string]any)
		for _, key := range of.Keys {
			if value, written := keys[key.Name]; key.Owner && written {
				add(below+key.Name, value)
			}
		}
	}
	of := plan.Of(typeOf(file))
	if of.Kind != plan.Collection {
		pick("", all, of)
		return found, nil
	}
	entries, _ := all.(map[string]any)
	for id, entry := range entries {
		pick(id+".", entry, of.Elem)
		if strings.HasSuffix(id, "/*") && path.Base(file) == "redirects.yaml" {
			add(id, entry)
		}
	}
	return found, nil
}
