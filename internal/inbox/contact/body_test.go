//go:build !race

package contact_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// refusal is a body that is refused as a whole, and the names that are said to be wrong.
type refusal struct {
	body  string
	names string
}

func TestBodiesThatCannotBeReadAreRefused(t *testing.T) {
	const rest = `"email":"ann@example.com","message":"What does a website cost?"`
	for name, c := range map[string]refusal{
		"nothing":                 {"", ""},
		"null":                    {"null", ""},
		"an array":                {`[` + rest + `]`, ""},
		"a string":                {`"name"`, ""},
		"cut off":                 {`{"name":"Ann",` + rest, ""},
		"something behind":        {`{"name":"Ann",` + rest + `} {}`, ""},
		"a brace behind":          {`{"name":"Ann",` + rest + `}}`, ""},
		"a comma at the end":      {`{"name":"Ann",` + rest + `,}`, ""},
		"a name without quotes":   {`{name:"Ann",` + rest + `}`, ""},
		"a comment":               {`{"name":"Ann",/**/` + rest + `}`, ""},
		"a byte order mark":       {"\uFEFF" + `{"name":"Ann",` + rest + `}`, ""},
		"a line break in a value": {"{\"name\":\"An\nn\"," + rest + `}`, ""},
		"no UTF-8":                {"{\"name\":\"An\xff\"," + rest + `}`, ""},
		"deep":                    {strings.Repeat("[", 60_000), ""},
		"deep in a value":         {`{"name":` + strings.Repeat("[", 12_000) + strings.Repeat("]", 12_000) + `}`, ""},
		"1,000 names":             {`{"name":"Ann",` + manyKeys(1000) + rest + `}`, ""},
		"a name twice":            {`{"name":"Ann","name":"Ann",` + rest + `}`, "name"},
		"a name twice, escaped":   {`{"name":"Ann","n\u0061me":"Ann",` + rest + `}`, "name"},
		"the site twice":          {`{"site":"main","site":"main","name":"Ann",` + rest + `}`, "site"},
		"an unknown name":         {`{"name":"Ann","admin":"yes",` + rest + `}`, "admin"},
		"another case":            {`{"Name":"Ann",` + rest + `}`, "Name"},
		"a field of another form": {`{"name":"Ann","phone":"1",` + rest + `}`, "phone"},
		"an unspeakable name":     {`{"name":"Ann","\u202e":"1",` + rest + `}`, ""},
		"a long name":             {`{"name":"Ann","` + strings.Repeat("a", 65) + `":"1",` + rest + `}`, ""},
		"a site that is null":     {`{"site":null,"name":"Ann",` + rest + `}`, "site"},
		"a type that is a list":   {`{"type":["contact"],"name":"Ann",` + rest + `}`, "type"},
		"a form that is a number": {`{"form":1,"name":"Ann",` + rest + `}`, "form"},
		"a homepage of no text":   {`{"homepage":{},"name":"Ann",` + rest + `}`, "homepage"},
		"an unknown site":         {`{"site":"nowhere","name":"Ann",` + rest + `}`, "site"},
		"a site in another case":  {`{"site":"Shop","name":"Ann",` + rest + `}`, "site"},
		"an unknown form":         {`{"form":"nothing","name":"Ann",` + rest + `}`, "form"},
		"another site's form":     {`{"form":"booking","name":"Ann",` + rest + `}`, "form"},
		"an unknown type":         {`{"type":"order","name":"Ann",` + rest + `}`, "type"},
		"a type without a form":   {`{"type":"contact","name":"Ann",` + rest + `}`, "type"},
		"no form without a type":  {`{"site":"shop","name":"Ann",` + rest + `}`, "type"},
		"a type of another form":  {`{"form":"contact","type":"booking","name":"Ann",` + rest + `}`, "type"},
	} {
		t.Run("JSON "+name, func(t *testing.T) { refused(t, raw(c.body), c.names) })
	}
	const native = "name=Ann&email=ann%40example.com&message=What+does+a+website+cost%3F"
	for name, c := range map[string]refusal{
		"half a percent escape": {native + "%", ""},
		"a wrong escape":        {native + "%zz", ""},
		"an escape in a name":   {native + "&%g1=1", ""},
		"a semicolon":           {native + ";a=b", ""},
		"a byte order mark":     {"\uFEFF" + native, ""},
		"a name twice":          {native + "&name=Bob", "name"},
		"a name without value":  {native + "&name", "name"},
		"an unknown name":       {native + "&admin=yes", "admin"},
		"brackets":              {native + "&a[b][c]=d", "a[b][c]"},
		"an index":              {native + "&name[999999999]=d", "name[999999999]"},
		"another case":          {native + "&NAME=Ann", "NAME"},
		"no name":               {native + "&=1", ""},
		"NUL in a name":         {native + "&name%00=1", ""},
		"JSON":                  {`{"name":"Ann"}`, `{"name":"Ann"}`},
		"an unknown site":       {native + "&site=nowhere", "site"},
		"a site of wrong bytes": {native + "&site=%ff", "site"},
		"a homepage of those":   {native + "&homepage=%ff", "homepage"},
		"1,000 names":           {native + many(1000), ""},
		"1,000 separators":      {native + strings.Repeat("&", 1000), ""},
	} {
		t.Run("form "+name, func(t *testing.T) { refused(t, rawForm(c.body), c.names) })
	}
}

func many(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "&f%d=1", i)
	}
	return out.String()
}

func manyKeys(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `"f%d":"1",`, i)
	}
	return out.String()
}

func refused(t *testing.T, inquiry site.Inquiry, names string) {
	t.Helper()
	o := open()
	receipt := o.accept(t, inquiry)
	got := strings.Join(slices.Sorted(maps.Keys(receipt.Fields)), " ")
	if receipt.Code != "bad_request" || receipt.Message != "bad request" || got != names || receipt.Stored() || receipt.ID != "" {
		t.Errorf("receipt = %+v, want bad_request for %q", receipt, names)
	}
	for name, text := range receipt.Fields {
		if text == "" {
			t.Errorf("nothing is said of %s", name)
		}
	}
	if len(o.store.kept) > 0 {
		t.Error("it is stored")
	}
}

func TestWhatWasTypedIsGivenBackWithARefusal(t *testing.T) {
	for name, inquiry := range map[string]site.Inquiry{
		"JSON": asJSON(with(message(), "admin", "yes")),
		"form": asForm(with(message(), "admin", "yes")),
	} {
		receipt := open().accept(t, inquiry)
		if receipt.SiteID != "main" || receipt.FormID != "contact" || !maps.Equal(receipt.Values, message()) {
			t.Errorf("%s: receipt = %+v", name, receipt)
		}
	}
	if receipt := open().accept(t, rawForm("site=shop&form=no&name=Ann")); receipt.SiteID != "shop" || receipt.FormID != "" || receipt.Values != nil {
		t.Errorf("receipt = %+v", receipt)
	}
	if receipt := open().accept(t, rawForm("name=An%ff&email=&message=")); receipt.Values["name"] != "An\uFFFD" || receipt.Fields["name"] == "" {
		t.Errorf("receipt = %+v", receipt)
	}
}

func TestSiteAndFormAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		values map[string]string
		want   string
	}{
		"nothing named":       {message(), "main contact"},
		"main site":           {with(message(), "site", "main"), "main contact"},
		"empty envelope":      {with(message(), "site", "", "form", "", "type", "", "homepage", ""), "main contact"},
		"by form":             {with(message(), "form", "contact"), "main contact"},
		"by form and kind":    {with(message(), "form", "contact", "type", "message"), "main contact"},
		"contact by type":     {inquiry(), "shop inquiry"},
		"booking by type":     {booking(), "shop booking"},
		"with form and type":  {with(booking(), "form", "booking"), "shop booking"},
		"with form, no type":  {with(inquiry(), "form", "inquiry", "type", ""), "shop inquiry"},
		"without empty field": {without(booking(), "phone", "message"), "shop booking"},
	} {
		for kind, sent := range map[string]site.Inquiry{"JSON": asJSON(c.values), "form": asForm(c.values)} {
			o := open()
			receipt := o.accept(t, sent)
			if got := receipt.SiteID + " " + receipt.FormID; !receipt.Stored() || got != c.want {
				t.Errorf("%s as %s: %+v", name, kind, receipt)
				continue
			}
			s := o.store.last(t)
			if s.SiteID+" "+s.FormID != c.want || s.Kind != o.revision.ByID(s.SiteID).Forms.Get(s.FormID).Kind {
				t.Errorf("%s as %s: stored for %s %s, kind %s", name, kind, s.SiteID, s.FormID, s.Kind)
			}
		}
	}
}

// All languages of a site are one site for its team.
func TestAFormInAnotherLanguageCountsForTheSite(t *testing.T) {
	o := open()
	shop := o.revision.ByID("shop")
	german := &site.Bundle{Site: new(*shop.Site), Original: shop, Plans: shop.Plans, Pages: []*site.Page{{Path: "/shop/de/kontakt"}}}
	german.Site.ID, german.Site.Path, german.Site.Language, german.Site.Checks.Required = "shop.de", "/shop/de", "de", "fehlt"
	form := *shop.Forms.Get("inquiry")
	form.SiteID = "shop.de"
	german.Forms.Put(form.ID, &form)
	o.revision = &site.Revision{ID: "r2", Sites: append(o.revision.Sites, german)}

	sent := asJSON(with(inquiry(), "site", "shop.de"))
	sent.Referrer = "/shop/de/kontakt"
	receipt := o.accept(t, sent)
	s := o.store.last(t)
	if receipt.SiteID != "shop.de" || s.SiteID != "shop" || s.Language != "de" || s.Page != "/shop/de/kontakt" {
		t.Errorf("%+v is stored for %s in %q from %s", receipt, s.SiteID, s.Language, s.Page)
	}
	if receipt := o.accept(t, asJSON(with(inquiry(), "site", "shop.de", "name", ""))); receipt.Fields["name"] != "fehlt" {
		t.Errorf("what is wrong is said as %v", receipt.Fields)
	}
	o.accept(t, asJSON(inquiry()))
	if s := o.store.last(t); s.Language != "" {
		t.Errorf("the first language is named: %q", s.Language)
	}
}

// The commands that show submissions read no content.
func TestWhatTheTeamReadsIsStoredWithWhatWasSent(t *testing.T) {
	o := open()
	shop := o.revision.ByID("shop")
	shop.Site.Language, shop.Site.Region, shop.Site.TimeFormat = "en", "GB", "3:04 PM"
	german := &site.Bundle{Site: new(*shop.Site), Original: shop, Plans: shop.Plans}
	german.Site.ID, german.Site.Language, german.Site.DateFormat, german.Site.TimeFormat = "shop.de", "de", "", ""
	original := shop.Forms.Get("order")
	original.Fields = append(original.Fields, site.Field{Name: "day", Type: "date"}, site.Field{Name: "note", Type: "text"})
	read := *original
	read.Fields = slices.Clone(original.Fields)
	german.Forms.Put(read.ID, &read)
	for i, labels := range map[int][2]site.Text{
		0: {"Your name", "Ihr Name"}, 2: {"Guests", "Gäste"}, 3: {"Weight", "Gewicht"}, 4: {"Size", "Größe"}, 5: {"Extras", "Dazu"},
		6: {"News", "Neues"}, 7: {"I agree to the terms.", "Ich stimme zu."}, 8: {"Day", "Tag"},
	} {
		original.Fields[i].Label, read.Fields[i].Label = labels[0], labels[1]
	}
	original.Fields[4].Options = []site.Option{{Value: "small", Label: "A small one"}, {Value: "large", Label: "A large one"}}
	read.Fields[4].Options = []site.Option{{Value: "small", Label: "Klein"}, {Value: "large", Label: "Groß"}}
	o.revision = &site.Revision{ID: "r2", Sites: append(o.revision.Sites, german)}

	filled := with(order(), "guests", "4", "weight", "1.5", "extras", "cream", "news", "yes", "day", "2026-11-27", "note", "see www.example.com")
	want := []site.Entry{
		{Name: "name", Label: "Your name", Value: "Ann Lee"},
		{Name: "email", Value: "ann@example.com"},
		{Name: "guests", Label: "Guests", Value: "4"},
		{Name: "weight", Label: "Weight", Value: "1.5"},
		{Name: "size", Label: "Size", Value: "small", Text: "A small one"},
		{Name: "extras", Label: "Extras", Value: "cream", Text: "✓ cream"},
		{Name: "news", Label: "News", Value: "yes", Text: "✓"},
		{Name: "terms", Label: "I agree to the terms.", Value: "I agree to the terms.", Text: "✓"},
		{Name: "day", Label: "Day", Value: "2026-11-27", Text: "27 November 2026"},
		{Name: "note", Value: "see www.example.com"},
	}
	clock := site.Clock{TimeZone: "America/New_York", Language: "en", Region: "GB", DateFormat: "2 January 2006", TimeFormat: "3:04 PM"}
	for id, agreed := range map[string]string{"shop": "I agree to the terms.", "shop.de": "Ich stimme zu."} {
		if receipt := o.accept(t, asJSON(with(filled, "site", id, "terms", agreed))); !receipt.Stored() {
			t.Fatalf("%s: %+v", id, receipt)
		}
		s := o.store.last(t)
		want[7].Value, want[7].Text = agreed, "✓"
		if id == "shop.de" {
			want[7].Text = "✓ " + agreed
		}
		if !slices.Equal(s.Values, want) || s.Clock != clock {
			t.Errorf("%s:\n got %+v by %+v\nwant %+v by %+v", id, s.Values, s.Clock, want, clock)
		}
	}
}

// Two submissions say the same when people read them otherwise, too.
func TestWhatTheTeamReadsMakesNoOtherSubmission(t *testing.T) {
	o := open()
	digests := map[[32]byte]bool{}
	for _, label := range []site.Text{"Time", "When?"} {
		o.revision.ByID("shop").Forms.Get("booking").Fields[5].Label = label
		o.accept(t, asJSON(booking()))
		digests[o.store.last(t).Digest] = true
	}
	if len(digests) != 1 {
		t.Error("a new label makes it another message")
	}
}

func TestValuesOfAWrongTypeAreRefusedByTheirField(t *testing.T) {
	for _, value := range []string{"null", "1", "1e400", "true", "[]", `["a"]`, "{}", `{"name":"Ann"}`} {
		o := open()
		receipt := o.accept(t, raw(`{"site":"shop","type":"contact","email":"x","subject":`+value+`,"message":`+value+`}`))
		want := map[string]site.Text{"name": "required in the shop", "email": "email", "subject": "bad request", "message": "bad request"}
		if receipt.Code != "invalid_form" || receipt.Message != "invalid form of the shop" || !maps.Equal(receipt.Fields, want) {
			t.Errorf("%s: %+v", value, receipt)
		}
	}
	if receipt := open().accept(t, raw(`{"name":7,"email":"ann@example.com","message":"What does a website cost?"}`)); receipt.Fields["name"] != "bad request" {
		t.Errorf("receipt = %+v", receipt)
	}
}

func TestHalfSurrogatePairsAreRefusedByTheirField(t *testing.T) {
	for text, stored := range map[string]bool{
		`\ud83d\ude00 smile`: true, `\\ud83d a backslash`: true, `\\\ud83d\ude00`: true, `\u00e9\"\u00e9`: true,
		`half \ud83d`: false, `half \ude00`: false, `\ude00\ud83d turned`: false, `\ud83d\u0041`: false, `\ud83d\\ude00`: false, `\ud83dx\ude00`: false,
	} {
		o := open()
		receipt := o.accept(t, raw(`{"name":"Ann","email":"ann@example.com","message":"0123456789 `+text+`"}`))
		if receipt.Stored() != stored || (!stored && (receipt.Code != "invalid_form" || receipt.Fields["message"] == "")) {
			t.Errorf("%s: %+v", text, receipt)
		}
	}
}
