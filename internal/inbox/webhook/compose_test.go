package webhook

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/webhooktest"
)

func sample(values ...site.Entry) (*site.Bundle, *site.Form, *site.Submission) {
	bundle := &site.Bundle{Site: &site.Site{Name: "Bakery"}}
	form := &site.Form{ID: "order", Title: "Order a cake", Webhooks: []site.Webhook{
		{URL: "$HOOK_SALES", Format: "json"}, {URL: "$HOOK_SLACK", Format: "slack"}, {URL: "$HOOK_DISCORD", Format: "discord"},
	}}
	s := &site.Submission{
		ID: "0190", Reference: "K7M3-9QXT", SiteID: "bakery", FormID: "order", Kind: "message", Page: "/bakery/order", Values: values,
		ReceivedAt: time.Date(2026, 11, 21, 12, 0, 0, 5e6, time.UTC), EraseAfter: time.Now(), Suspect: "rate", Key: "key",
	}
	for _, entry := range values {
		form.Fields = append(form.Fields, site.Field{Name: entry.Name, Label: site.Text("Your " + entry.Name)})
	}
	return bundle, form, s
}

// The shape of events is documented: members may only be added.
func TestTheShapeOfAnEvent(t *testing.T) {
	t.Parallel()
	all := Compose(sample(site.Entry{Name: "name", Value: "Ada \"</script>\" \u2028 🍰"}, site.Entry{Name: "email", Value: "ada@example.com"}, site.Entry{Name: "note"}))
	const want = `{"type":"submission.created","timestamp":"2026-11-21T12:00:00.005Z","data":{"id":"0190","reference":"K7M3-9QXT",` +
		`"site":"bakery","form":"order","kind":"message","fields":{"name":"Ada \"\u003c/script\u003e\" \u2028 🍰","email":"ada@example.com","note":""},` +
		`"page":"/bakery/order","receivedAt":"2026-11-21T12:00:00.005Z"}}`
	if got := all[0].Webhook; got.Body != want || got.Variable != "HOOK_SALES" || got.Format != "json" || all[0].Kind != site.KindWebhook {
		t.Errorf("%+v", got)
	}
	bundle, form, asked := sample(site.Entry{Name: "name", Value: "Ada"})
	asked.OptIn = &site.OptIn{Words: "News\nI agree", Language: "en", Token: "secret"}
	if got := Compose(bundle, form, asked)[0].Webhook.Body; !strings.HasSuffix(got, `Z","optIn":{"words":"News\nI agree","language":"en"}}}`) {
		t.Errorf("with an opt-in: %s", got)
	}
	again := Compose(sample(site.Entry{Name: "name", Value: "Ada"}))
	if other := Compose(sample(site.Entry{Name: "name", Value: "Ada"})); *again[0].Webhook != *other[0].Webhook || *again[2].Webhook != *other[2].Webhook {
		t.Error("the same submission makes other bytes")
	}
	if none := Compose(&site.Bundle{}, &site.Form{}, &site.Submission{}); len(none) > 0 {
		t.Errorf("%+v", none)
	}
}

// Whatever a visitor types, it is text in a channel, and within the bounds of the service.
func TestMessagesForChannels(t *testing.T) {
	t.Parallel()
	hostile := []string{
		"Ada", "<!channel> <!everyone> <@U123> <https://evil.example|click> & more", "@everyone @here <@123> <@&456> [click](https://evil.example) https://evil.example",
		"**bold** ||spoiler|| ```code``` # title\n> quote\n- list", strings.Repeat("<", 20_000), strings.Repeat("*", 20_000), strings.Repeat("🍰", 5_000),
		"\u202eturned\u2066 \x00\x1b[31m\r", " \u200b ", "\u200b\u200b", strings.Repeat("a\n", 3000), `\@everyone`, "‹@everyone›",
	}
	server := webhooktest.New(webhooktest.Config{})
	defer server.Close()
	var cases [][]site.Entry
	for _, text := range hostile {
		cases = append(cases, []site.Entry{{Name: "message", Value: text}})
	}
	many := []site.Entry{}
	for i := range 60 {
		many = append(many, site.Entry{Name: strings.Repeat("n", i+1), Value: hostile[i%len(hostile)]})
	}
	cases = append(cases, many, nil)
	for _, values := range cases {
		bundle, form, s := sample(values...)
		if len(values) > 1 {
			form.Title = site.Text(strings.Repeat("<Title> ", 100))
		}
		all := Compose(bundle, form, s)
		for i, path := range []string{"/slack", "/discord"} {
			body := all[i+1].Webhook.Body
			answer, err := http.Post(server.URL()+path, "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if answer.Body.Close(); answer.StatusCode != http.StatusNoContent {
				t.Errorf("%s answers %d to %.300s: %q", path, answer.StatusCode, body, server.Faults())
			}
			var text string
			for _, part := range textsOf(t, body) {
				text += part + "\n"
			}
			for _, r := range text {
				if r == '\u202e' || r == '\u2066' || r == '\x1b' || r == 0 {
					t.Errorf("%s: a character that controls: %q", path, text)
				}
			}
			forbidden := []string{"<!", "<@", "<http"}
			if path == "/discord" {
				forbidden = []string{"](http", "https://", "**bold", "||spoiler", "```", "\n> ", " @everyone", "<@", "\\@everyone\\"}
				text = strings.ReplaceAll(text, `\\`, "")
				text = strings.ReplaceAll(text, `\@`, "%")
			}
			for _, bad := range forbidden {
				if strings.Contains(text, bad) {
					t.Errorf("%s: %q in %.200q", path, bad, text)
				}
			}
		}
	}
	_, form, s := sample(site.Entry{Name: "name", Value: "A & B"})
	text := strings.Join(textsOf(t, Compose(&site.Bundle{Site: &site.Site{Name: "Bakery"}}, form, s)[1].Webhook.Body), "|")
	if text != "Order a cake · K7M3-9QXT|Order a cake|Your name\nA &amp; B|Bakery · K7M3-9QXT" {
		t.Errorf("%q", text)
	}
	text = strings.Join(textsOf(t, Compose(&site.Bundle{Site: &site.Site{Name: "Bakery"}}, form, s)[2].Webhook.Body), "|")
	if text != `Order a cake|Your name|A & B|Bakery · K7M3-9QXT` {
		t.Errorf("%q", text)
	}
}

// People read a channel, and programs the event.
func TestAChannelReadsLabelsAndAProgramValues(t *testing.T) {
	t.Parallel()
	bundle, form, s := sample(
		site.Entry{Name: "clinic", Value: "r"}, site.Entry{Name: "time", Value: "15:00"}, site.Entry{Name: "day", Value: "2026-11-27"},
		site.Entry{Name: "weight", Value: "12.50"}, site.Entry{Name: "extras", Value: "x\nn"}, site.Entry{Name: "terms", Value: "I agree."},
		site.Entry{Name: "old", Value: "Alte Worte."}, site.Entry{Name: "note", Value: " - "},
	)
	bundle.Site.Language = "de"
	for i, field := range []site.Field{
		{Type: "select", Options: []site.Option{{Value: "r", Label: "Riverside"}}},
		{Type: "time", Options: []site.Option{{Value: "15:00", Label: "3 Uhr"}}},
		{Type: "date"},
		{Type: "number"},
		{Type: "checkbox", Options: []site.Option{{Value: "x", Label: "X-ray"}, {Value: "n"}}},
		{Type: "consent", Label: "I agree."},
		{Type: "consent"},
	} {
		field.Name, field.Label = form.Fields[i].Name, cmp.Or(field.Label, form.Fields[i].Label)
		form.Fields[i] = field
	}
	all := Compose(bundle, form, s)
	const want = `"fields":{"clinic":"r","time":"15:00","day":"2026-11-27","weight":"12.50","extras":"x\nn","terms":"I agree.","old":"Alte Worte.","note":" - "}`
	if !strings.Contains(all[0].Webhook.Body, want) {
		t.Errorf("a program reads %s", all[0].Webhook.Body)
	}
	told := [][2]string{
		{"Your clinic", "Riverside"},
		{"Your time", "3 Uhr"},
		{"Your day", "27. November 2026"},
		{"Your weight", "12,50"},
		{"Your extras", "✓ X-ray\n✓ n"},
		{"I agree.", "✓"},
		{"Your old", "✓ Alte Worte."},
		{"Your note", "-"},
	}
	slack, discord := textsOf(t, all[1].Webhook.Body), textsOf(t, all[2].Webhook.Body)
	if len(slack) != 3+len(told) || len(discord) != 2+2*len(told) {
		t.Fatalf("%q\n%q", slack, discord)
	}
	for i, one := range told {
		if got := slack[2+i]; got != one[0]+"\n"+one[1] {
			t.Errorf("Slack reads %q, want %q", got, one)
		}
		if value := strings.ReplaceAll(discord[2+2*i], `\`, ""); discord[1+2*i] != one[0] || value != one[1] {
			t.Errorf("Discord reads %q: %q, want %q", discord[1+2*i], value, one)
		}
	}
}

// textsOf returns the texts of a message that people see, in their order.
func textsOf(t *testing.T, body string) (all []string) {
	t.Helper()
	var m struct {
		Text   string
		Blocks []struct{ Text struct{ Text string } }
		Embeds []struct {
			Title  string
			Fields []struct{ Name, Value string }
			Footer struct{ Text string }
		}
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	if m.Text != "" {
		all = append(all, m.Text)
	}
	for _, block := range m.Blocks {
		all = append(all, block.Text.Text)
	}
	for _, embed := range m.Embeds {
		all = append(all, embed.Title)
		for _, field := range embed.Fields {
			all = append(all, field.Name, field.Value)
		}
		all = append(all, embed.Footer.Text)
	}
	return all
}
