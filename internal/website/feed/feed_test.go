package feed

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// sample is a feed with one entry that holds all that an entry can.
func sample(t *testing.T) Source {
	t.Helper()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	entry := &site.Page{
		Title: "Bread & <b>butter</b>", Path: "/blog/bread", Head: site.Head{Canonical: "https://example.com/blog/bread"},
		Entry: &site.EntryDetail{
			EntryDates: site.EntryDates{Date: "2026-11-01", Updated: "2026-11-03"}, Author: &site.Person{Name: "Ada"},
			Image: &site.Image{URL: "/images/main/a.jpg", Alt: `A "loaf"`}, TagNames: []string{"Bread"},
		},
	}
	entry.Summary = "What we bake."
	return Source{
		Feed:  &site.Feed{Title: "Blog – Bakery", Path: "/blog", Entries: []*site.Page{entry}},
		Words: func(*site.Page) []byte { return []byte(sampleWords) },
		Site:  &site.Site{Name: "Bakery", BaseURL: "https://example.com", Language: "en", Location: zone},
	}
}

const sampleWords = `![A "loaf"](https://example.com/images/main/a.jpg)

## &lt;script>alert(1)&lt;/script>

See [the menu](https://example.com/menu)

| Day |
|---|
| Monday |
`

const sampleHTML = `<p><img src="https://example.com/images/main/a.jpg" alt="A &quot;loaf&quot;"></p>
<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2>
<p>See <a href="https://example.com/menu">the menu</a></p>
<table>
<thead>
<tr>
<th>Day</th>
</tr>
</thead>
<tbody>
<tr>
<td>Monday</td>
</tr>
</tbody>
</table>
`

func TestAnEntryGoesWholeIntoAtom(t *testing.T) {
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string   `xml:"title"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Links   []struct {
			Rel  string `xml:"rel,attr"`
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Entries []struct {
			Title     string `xml:"title"`
			ID        string `xml:"id"`
			Published string `xml:"published"`
			Updated   string `xml:"updated"`
			Author    string `xml:"author>name"`
			Content   struct {
				Type string `xml:"type,attr"`
				Text string `xml:",chardata"`
			} `xml:"content"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(sample(t).Atom(), &feed); err != nil {
		t.Fatal(err)
	}
	if feed.Title != "Blog – Bakery" || feed.ID != "https://example.com/blog" ||
		feed.Updated != "2026-11-03T00:00:00-05:00" ||
		feed.Links[0].Rel != "self" || feed.Links[0].Href != "https://example.com/blog/feed.xml" {
		t.Errorf("the feed is %+v", feed)
	}
	entry := feed.Entries[0]
	if entry.Title != "Bread & <b>butter</b>" || entry.ID != "https://example.com/blog/bread" || entry.Author != "Ada" ||
		entry.Published != "2026-11-01T00:00:00-04:00" || entry.Updated != "2026-11-03T00:00:00-05:00" {
		t.Errorf("the entry is %+v", entry)
	}
	if entry.Content.Type != "html" || entry.Content.Text != sampleHTML {
		t.Errorf("it holds\n%s\nwant\n%s", entry.Content.Text, sampleHTML)
	}
}

// TestAtomHasNoEmptyElement: an author without a name makes a feed invalid (RFC 4287, section 3.2.1).
func TestAtomHasNoEmptyElement(t *testing.T) {
	source := sample(t)
	source.Feed.Entries[0].Entry = &site.EntryDetail{EntryDates: site.EntryDates{Date: "2026-11-01"}}
	for _, named := range []bool{false, true} {
		if named {
			source.Feed.Entries[0].Entry.Author = &site.Person{Name: "Ada"}
		}
		_, data, _ := strings.Cut(string(source.Atom()), "</author>") // of the feed
		decoder := xml.NewDecoder(strings.NewReader("<feed>" + data))
		authors, open := 0, false // whether the last token began an element without attributes
		for {
			token, err := decoder.Token()
			if err != nil {
				break
			}
			switch token := token.(type) {
			case xml.StartElement:
				open = len(token.Attr) == 0
				if token.Name.Local == "author" {
					authors++
				}
			case xml.EndElement:
				if open {
					t.Errorf("%s is empty:\n%s", token.Name.Local, data)
				}
				open = false
			default:
				open = false
			}
		}
		if authors > 1 || (authors == 1) != named {
			t.Errorf("there are %d authors:\n%s", authors, data)
		}
	}
}

// TestWhatGFMHasIsInFeeds has what is written in a blog and is no paragraph.
func TestWhatGFMHasIsInFeeds(t *testing.T) {
	source := sample(t)
	source.Words = func(*site.Page) []byte {
		return []byte("Bread[^fn-1] ~~€49~~ €39, 5~6 and \\~\\~typed\\~\\~\n\n- [x] mixed\n- [ ] baked\n\n3. three\n\n" +
			"[^fn-1]: Really good.\n\n    Indeed.\n")
	}
	var feed struct {
		Items []struct {
			HTML string `json:"content_html"`
		} `json:"items"`
	}
	if err := json.Unmarshal(source.JSON(), &feed); err != nil {
		t.Fatal(err)
	}
	got := feed.Items[0].HTML
	for _, want := range []string{
		"<del>€49</del> €39, 5~6 and ~~typed~~", `<input checked="" disabled="" type="checkbox"> mixed`, `<input disabled="" type="checkbox"> baked`,
		`<ol start="3">`, `class="footnote-ref"`, `<div class="footnotes"`, "<p>Really good.</p>", "<p>Indeed.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "[^") || strings.Contains(got, "[x]") {
		t.Errorf("signs are left in\n%s", got)
	}
}

func TestAnEntryGoesWholeIntoJSON(t *testing.T) {
	var feed struct {
		Version string `json:"version"`
		Feed    string `json:"feed_url"`
		Items   []struct {
			URL     string   `json:"url"`
			HTML    string   `json:"content_html"`
			Tags    []string `json:"tags"`
			Authors []struct {
				Name string `json:"name"`
			} `json:"authors"`
		} `json:"items"`
	}
	if err := json.Unmarshal(sample(t).JSON(), &feed); err != nil {
		t.Fatal(err)
	}
	item := feed.Items[0]
	if feed.Version != "https://jsonfeed.org/version/1.1" || feed.Feed != "https://example.com/blog/feed.json" ||
		item.URL != "https://example.com/blog/bread" || item.HTML != sampleHTML || item.Tags[0] != "Bread" ||
		item.Authors[0].Name != "Ada" {
		t.Errorf("the feed is %+v", feed)
	}
}

func TestAnEventWithoutADateIsOfTheDayOnWhichItBegins(t *testing.T) {
	source := sample(t)
	event := source.Feed.Entries[0]
	event.Entry.EntryDates = site.EntryDates{Starts: "2027-01-01T20:00:00-05:00"}
	if got := string(source.Atom()); !strings.Contains(got, "<updated>2027-01-01T20:00:00-05:00</updated>") ||
		strings.Contains(got, "<published>") {
		t.Errorf("it is\n%s", got)
	}
}

func TestAFeedMayBeEmpty(t *testing.T) {
	source := sample(t)
	source.Feed.Entries = nil
	if got := string(source.JSON()); !strings.Contains(got, `"items":[]`) {
		t.Errorf("the feed is %s", got)
	}
	if got := string(source.Atom()); !strings.Contains(got, "<updated>1970-01-01T00:00:00Z</updated>") {
		t.Errorf("the feed is %s", got)
	}
}
