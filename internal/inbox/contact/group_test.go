//go:build !race

package contact_test

import (
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// An order without any product is none.
func TestSomeFieldsOfAGroupAreFilledIn(t *testing.T) {
	cases := []struct {
		of    int
		sent  []string // names and values
		files []string
		wrong string // the field that is named
	}{
		{of: 1, wrong: "rye"},
		{of: 1, sent: []string{"rye", "0", "rolls", "0,00", "extras", "", "note", " \u00a0"}, wrong: "rye"},
		{of: 1, sent: []string{"rolls", "12"}},
		{of: 1, sent: []string{"rolls", "0,5"}},
		{of: 1, sent: []string{"rye", "10"}},
		{of: 1, sent: []string{"extras", "salt\nseeds"}},
		{of: 1, sent: []string{"size", "0"}, wrong: "rye"},
		{of: 1, sent: []string{"size", "2"}},
		{of: 1, sent: []string{"note", "Two of each, please"}},
		{of: 1, files: []string{"photo"}},
		{of: 2, sent: []string{"rye", "1"}, wrong: "rolls"},
		{of: 2, sent: []string{"rye", "1", "extras", "salt"}},
		{of: 2, sent: []string{"rye", "1"}, files: []string{"photo"}},
	}
	for _, c := range cases {
		base := with(map[string]string{"form": "order", "email": "ann@example.com"}, c.sent...)
		for kind, sent := range map[string]site.Inquiry{"JSON": asJSON(base), "form": asForm(base)} {
			o, _ := openWithFiles()
			o.revision.Main().Forms.Put("order", orderForm(c.of))
			for _, name := range c.files {
				sent = withFiles(sent, name, upload("cake.png", ".png", 1, 1))
			}
			receipt := o.accept(t, sent)
			if receipt.Stored() != (c.wrong == "") {
				t.Errorf("%d of %q %q as %s: %+v", c.of, c.sent, c.files, kind, receipt)
			}
			if c.wrong != "" && (len(receipt.Fields) != 1 || receipt.Fields[c.wrong] != "more, please") {
				t.Errorf("%d of %q as %s: %v, want it at %s", c.of, c.sent, kind, receipt.Fields, c.wrong)
			}
		}
	}
}

// What is wrong with a field itself is said first.
func TestAGroupDoesNotHideWhatIsWrongWithAField(t *testing.T) {
	o := open()
	form := orderForm(2)
	form.Fields[1].Required = true
	o.revision.Main().Forms.Put("order", form)
	receipt := o.accept(t, asJSON(map[string]string{"form": "order", "email": "ann@example.com", "rolls": "many"}))
	if receipt.Fields["rye"] != "required" || receipt.Fields["rolls"] != "number" {
		t.Errorf("%v", receipt.Fields)
	}
}

func orderForm(of int) *site.Form {
	return &site.Form{
		ID: "order", SiteID: "main", Kind: "message",
		AtLeast: &site.AtLeast{Fields: []string{"rye", "rolls", "size", "extras", "note", "photo"}, Of: of, Words: "more, please"},
		Fields: []site.Field{
			{Name: "email", Type: "email", Required: true},
			{Name: "rye", Type: "number"},
			{Name: "rolls", Type: "number", Step: "0.5"},
			{Name: "size", Type: "select", Options: []site.Option{{Value: "0"}, {Value: "2"}}},
			{Name: "extras", Type: "checkbox", Options: []site.Option{{Value: "salt"}, {Value: "seeds"}}},
			{Name: "note", Type: "textarea"},
			{Name: "photo", Type: "file"},
		},
	}
}
