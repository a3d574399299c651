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
