package contact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/evenlight/marquee/internal/site"
)

// Signs of spam. Every sign has a weight; a submission is a suspect when they
// add up to the threshold. What happens to honest people too (many behind one
// address, a program instead of a browser) is never enough together.
const (
	threshold = 100

	signHoneypot = "honeypot"   // the field that nobody sees is filled in
	signFast     = "fast"       // sent sooner than anybody can type
	signLink     = "link"       // a link for a name
	signRepeated = "repeated"   // the same text from several addresses
	signRate     = "rate"       // the address is over the soft limit
	signProgram  = "no-browser" // no browser said where it comes from

	weightHoneypot     = threshold
	weightFast         = threshold
	weightLink         = threshold
	weightRepeated     = 70
	weightRepeatedMany = threshold
	weightRate         = 30
	weightProgram      = 30
)

// People need longer than this for the shortest form.
const fastest = 2 * time.Second

var link = regexp.MustCompile(`(?i)://|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,}/`)

// spamSigns returns the signs, joined by commas, of a submission that is a
// suspect; nothing of any other. Some of the signs need addresses, and are
// looked for only where addresses are counted.
func (svc *Service) spamSigns(r *request, s *site.Submission) string {
	var signs []string
	sum := 0
	note := func(sign string, weight int) {
		signs = append(signs, sign)
		sum += weight
	}
	// A form may have a field of that name: then it is no trap.
	if r.Values[keyHoneypot].Text != "" && r.field(keyHoneypot) == nil {
		note(signHoneypot, weightHoneypot)
	}
	if r.Age >= 0 && r.Age < fastest {
		note(signFast, weightFast)
	}
	for i := range r.form.Fields {
		if field := &r.form.Fields[i]; namesPerson(field) && link.MatchString(s.Value(field.Name)) {
			note(signLink, weightLink)
			break
		}
	}
	if svc.limiter != nil {
		switch senders := svc.senders(r, s); {
		case senders >= manySenders:
			note(signRepeated, weightRepeatedMany)
		case senders >= severalSenders:
			note(signRepeated, weightRepeated)
		}
	}
	if r.overRate {
		note(signRate, weightRate)
	}
	if !r.FromBrowser {
		note(signProgram, weightProgram)
	}
	if sum < threshold {
		return ""
	}
	return strings.Join(signs, ",")
}

// senders returns how many addresses sent the same text lately; zero for texts
// that are too short to say anything.
func (svc *Service) senders(r *request, s *site.Submission) int {
	text := textOf(r.form, s)
	if text == "" {
		return 0
	}
	from, _ := svc.limiter.senderOf(r.Address)
	return svc.repeats.count(svc.limiter.hash([]byte(text)), from, r.now)
}

// namesPerson reports whether a field asks for the name of somebody.
func namesPerson(field *site.Field) bool {
	if field.Type != "text" {
		return false
	}
	switch field.Autocomplete {
	case "name", "given-name", "family-name", "additional-name", "nickname":
		return true
	}
	return field.Name == "name"
}

const (
	// A shorter text may well be the same by chance.
	shortestRepeat = 40
	repeatMemory   = time.Hour
	repeatTexts    = 10_000
	severalSenders = 3
	// One person on the move, who tries again, has fewer.
	manySenders = 6
)

// textOf returns what was written freely, empty where it is too short to compare.
func textOf(form *site.Form, s *site.Submission) string {
	var text strings.Builder
	for i := range form.Fields {
		if form.Fields[i].Type == "textarea" {
			text.WriteString(trim(s.Value(form.Fields[i].Name)))
		}
	}
	if utf8.RuneCountInString(text.String()) < shortestRepeat {
		return ""
	}
	return text.String()
}

// repeats remembers who sent the same text lately: hashes of texts and senders.
type repeats struct {
	mu    sync.Mutex
	texts *simplelru.LRU[sender, *repeat]
}

type repeat struct {
	first   time.Time
	senders []sender
}

func newRepeats() *repeats {
	texts, err := simplelru.NewLRU[sender, *repeat](repeatTexts, nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	return &repeats{texts: texts}
}

// count notes who sent a text; it returns how many did, as far as it matters.
func (r *repeats) count(text, from sender, now time.Time) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, ok := r.texts.Get(text)
	if !ok || now.Sub(known.first).Abs() >= repeatMemory {
		known = &repeat{first: now}
		r.texts.Add(text, known)
	}
	if len(known.senders) < manySenders && !slices.Contains(known.senders, from) {
		known.senders = append(known.senders, from)
	}
	return len(known.senders)
}
