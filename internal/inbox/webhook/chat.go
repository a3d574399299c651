package webhook

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/evenlight/marquee/internal/site"
)

// Bounds of messages, in characters: docs.slack.dev/reference/block-kit,
// discord.com/developers/docs/resources/message#embed-object.
const (
	slackTitle  = 150
	slackText   = 3000
	slackBlocks = 50

	discordTitle  = 256
	discordName   = 256
	discordValue  = 1024
	discordFields = 25
	// All texts of an embed together, with some room for a footer.
	discordAll = 5500
)

// object is a JSON object.
type object map[string]any

// slackMessage is one for an incoming webhook. Everything is plain text, where
// Slack looks for neither links nor mentions, and escaped beside that.
func slackMessage(bundle *site.Bundle, form *site.Form, s *site.Submission) object {
	block := func(kind, text string, limit int) object {
		return object{"type": kind, "text": object{"type": "plain_text", "text": short(text, limit, slackEscape), "emoji": false}}
	}
	blocks := []object{block("header", title(form), slackTitle)}
	for _, filled := range filledFields(form, s) {
		if len(blocks) == slackBlocks-1 {
			break
		}
		blocks = append(blocks, block("section", filled.Name+"\n"+filled.Value, slackText))
	}
	return object{
		"text":         short(title(form)+" · "+s.Reference, slackTitle, slackEscape), // what a notification shows
		"blocks":       append(blocks, block("section", about(bundle, s), slackText)),
		"unfurl_links": false, "unfurl_media": false,
	}
}

func slackEscape(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	}
	return string(r)
}

// discordMessage is one for a webhook of a channel. It notifies nobody.
func discordMessage(bundle *site.Bundle, form *site.Form, s *site.Submission) object {
	heading, footer := short(title(form), discordTitle, asIs), short(about(bundle, s), discordName, asIs)
	room := discordAll - len([]rune(heading)) - len([]rune(footer))
	fields := []object{}
	for _, filled := range filledFields(form, s) {
		if len(fields) == discordFields || room < discordName {
			break
		}
		name := short(filled.Name, min(discordName, room/2), asIs)
		room -= len([]rune(name))
		value := short(filled.Value, min(discordValue, room), discordEscape)
		room -= len([]rune(value))
		fields = append(fields, object{"name": name, "value": value})
	}
	return object{
		"embeds":           []object{{"title": heading, "fields": fields, "footer": object{"text": footer}}},
		"allowed_mentions": object{"parse": []string{}},
	}
}

// discordEscape takes the meaning from what makes words bold, links, mentions or addresses.
func discordEscape(r rune) string {
	if strings.ContainsRune("\\*_~`|>#-+.[](){}<@:!", r) {
		return `\` + string(r)
	}
	return string(r)
}

// asIs is for words of content, which may be bold if they want.
func asIs(r rune) string { return string(r) }

func title(form *site.Form) string { return cmp.Or(string(form.Title), form.ID) }

// about says where a submission came from.
func about(bundle *site.Bundle, s *site.Submission) string {
	return string(bundle.Site.Name) + " · " + s.Reference
}

// filledFields returns what was typed, with the words above each field.
func filledFields(form *site.Form, s *site.Submission) (filled []site.Entry) {
	for i := range form.Fields {
		field := &form.Fields[i]
		if value := strings.TrimSpace(s.Value(field.Name)); value != "" {
			filled = append(filled, site.Entry{Name: cmp.Or(string(field.Label), field.Name), Value: value})
		}
	}
	return filled
}

// short escapes a text, without what controls how text runs, and cuts it to so
// many characters after that, never inside of an escape. It is never empty.
func short(text string, limit int, escape func(rune) string) string {
	var out strings.Builder
	n := 0
	for _, r := range text {
		if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' {
			continue
		}
		part := escape(r)
		size := len([]rune(part))
		if n+size > limit-1 {
			return out.String() + "…"
		}
		out.WriteString(part)
		n += size
	}
	return cmp.Or(out.String(), "-")
}
