package contact

import (
	"hash/maphash"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/evenlight/marquee/internal/site"
)

var (
	// What is no name, also without a scheme.
	link = regexp.MustCompile(`(?i)://|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,}/`)
	// One link in a text.
	linkInText = regexp.MustCompile(`(?i)https?://|\bwww\.`)
	// Links as forums and web pages write them.
	markup = regexp.MustCompile(`(?i)\[(?:url|link)[=\]]|<a\s[^>]*href`)
)

// suspicion returns the signs of spam, joined by commas, of a submission that is
// a suspect; nothing of any other. Those that need addresses are looked for only
// where addresses are counted.
func (svc *Service) suspicion(r *request, s *site.Submission) string {
	written := freeText(r.form, s)
	e := evidence{
		// A form may have a field of that name: then it is no trap.
		trapped:     r.Values[keyHoneypot].Text != "" && r.field(keyHoneypot) == nil,
		linkedName:  linkedName(r.form, s),
		links:       len(linkInText.FindAllStringIndex(written, 6)),
		markup:      markup.MatchString(written),
		fromBrowser: r.FromBrowser, saysLanguage: r.SaysLanguage, age: r.Age,
		excess: r.excess, beyondDay: r.beyondDay, beyondSite: r.beyondSite,
	}
	e.letters = utf8.RuneCountInString(letters(written))
	if svc.limiter != nil {
		e.scripted = r.isScript() && !svc.limiter.script(r.Address, s.SiteID, r.now)
		e.senders, e.repeats = svc.repeats.count(written, svc.limiter.senderOf(r.Address), r.now)
	}
	return weigh(&e)
}

// linkedName reports whether there is a link where the name of somebody belongs.
func linkedName(form *site.Form, s *site.Submission) bool {
	for i := range form.Fields {
		if field := &form.Fields[i]; namesPerson(field) && link.MatchString(s.Value(field.Name)) {
			return true
		}
	}
	return false
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

// freeText returns what was written into the fields for longer texts.
func freeText(form *site.Form, s *site.Submission) string {
	var text strings.Builder
	for i := range form.Fields {
		if form.Fields[i].Type == "textarea" {
			text.WriteString(s.Value(form.Fields[i].Name))
			text.WriteByte('\n')
		}
	}
	return text.String()
}

const (
	// Words with fewer letters may well be the same by chance.
	shortestRepeat = 40
	repeatMemory   = time.Hour
	repeatsKnown   = 40_000
	// More addresses are not told apart.
	manySenders = 6
)

// repeats remembers who sent the same words lately: hashes only. Words are the same where their
// letters are, of a whole text or of its longest clause: programs change a name, a number, or what
// stands around.
type repeats struct {
	seed maphash.Seed

	mu    sync.Mutex
	known *simplelru.LRU[uint64, *repeat]
}

// repeat is who sent some words, and how often.
type repeat struct {
	first   time.Time
	senders []timesOf
}

type timesOf struct {
	sender sender
	times  int
}

func newRepeats() *repeats {
	known, err := simplelru.NewLRU[uint64, *repeat](repeatsKnown, nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	return &repeats{seed: maphash.MakeSeed(), known: known}
}

// count notes who sent a text. It returns how many senders there were, as far as
// it matters, and how often this one did; zero where the text is too short to say anything.
func (r *repeats) count(text string, from sender, now time.Time) (senders, times int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, words := range []string{letters(text), longestClause(text)} {
		if utf8.RuneCountInString(words) < shortestRepeat {
			continue
		}
		hash := maphash.String(r.seed, words)
		of, known := r.known.Get(hash)
		if !known || now.Sub(of.first).Abs() >= repeatMemory {
			of = &repeat{first: now}
			r.known.Add(hash, of)
		}
		times = max(times, of.sentBy(from))
		senders = max(senders, len(of.senders))
	}
	return senders, times
}

// sentBy counts a sender, and returns how often it sent the words; zero for one too many.
func (r *repeat) sentBy(from sender) int {
	at := slices.IndexFunc(r.senders, func(known timesOf) bool { return known.sender == from })
	if at < 0 {
		if len(r.senders) == manySenders {
			return 0
		}
		at, r.senders = len(r.senders), append(r.senders, timesOf{sender: from})
	}
	r.senders[at].times++
	return r.senders[at].times
}

// letters returns the letters of a text in lower case, without digits, spaces
// and punctuation: what programs change from one text to the next.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// longestClause returns the letters of the longest part of a text that has no punctuation in it.
func longestClause(text string) (longest string) {
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsPunct(r) || r == '\n' }) {
		if all := letters(clause); len(all) > len(longest) {
			longest = all
		}
	}
	return longest
}
