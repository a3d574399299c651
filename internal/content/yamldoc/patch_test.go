package yamldoc_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

func TestEditsLeaveEveryOtherByteAlone(t *testing.T) {
	data, err := os.ReadFile("testdata/edits/edits.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Before, After string
		Order         []string
		yamldoc.Change
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		var order yamldoc.Order
		if c.Order != nil {
			order = func(string) []string { return slices.Clone(c.Order) }
		}
		after, err := yamldoc.Apply("main/pages/x.yaml", []byte(c.Before), c.Change, order)
		if err != nil {
			t.Errorf("%d: %s %s: %v", i, c.Op, c.At, err)
		} else if string(after) != c.After {
			t.Errorf("%d: %s %s of %q:\n got %q\nwant %q", i, c.Op, c.At, c.Before, after, c.After)
		}
	}
}

// The way of writing stays, between brackets, too.
func TestQuotesStay(t *testing.T) {
	for before, after := range map[string]string{
		"p: {a: \"2.99\", c: USD}\n":       "p: {a: \"3.49\", c: USD}\n",
		"p: {a: '2.99', c: USD}\n":         "p: {a: '3.49', c: USD}\n",
		"p: {a: 2.99, c: USD}\n":           "p: {a: 3.49, c: USD}\n",
		"p:\n  a: \"2.99\" # in dollars\n": "p:\n  a: \"3.49\" # in dollars\n",
		"p:\n  a: '2.99'\n":                "p:\n  a: '3.49'\n",
		"p:\n  a: |-\n     2.99\nb: c\n":   "p:\n  a: |-\n     3.49\nb: c\n",
	} {
		made, err := yamldoc.Apply("x.yaml", []byte(before),
			yamldoc.Change{Op: yamldoc.Set, At: "p.a", Value: yamldoc.TextTree("3.49")}, nil)
		if err != nil || string(made) != after {
			t.Errorf("%q became %q: %v", before, made, err)
		}
	}
}
