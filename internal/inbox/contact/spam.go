package contact

import (
	"cmp"
	"hash/maphash"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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

const (
	// A submission is a suspect when the weights of its signs add up to this.
	threshold = 100
	// People need longer than this for the shortest form.
	fastest = 2 * time.Second
)

// evidence is what is known of an inquiry, besides what is sent with it, when it is weighed.
type evidence struct {
	trapped, linkedName, markup bool
	// Whether its address sent enough without any sign of a browser today.
	scripted bool
	// What stands in the free text.
	letters, links int
	// How many addresses sent the same words lately, and how often its own did.
	senders, repeats int
	// How many times as much as usual its address sends.
	excess int
	// Whether it is more than its address may send in a day, and than its site takes.
	beyondDay, beyondSite bool
}

// sign is something that spam has more often than what people write.
type sign struct {
	seen   bool
	weight int
	// Its name in the outbox, in logs and metrics.
	name string
	// What it means, for people: continues "suspect because".
	words string
}

// signs returns all of them. Of several with one name only the first that is seen counts. What happens to honest
// people is never enough alone, nor together with what goes with it: without script a form has no age, an old browser
// does not say where it comes from, a language school sends from one address.
func (r *request) signs() []sign {
	// Nobody types as many letters in the time, though many paste them.
	pasted := r.Age >= 0 && r.letters > 60+int(25*r.Age.Seconds())
	return []sign{
		{r.trapped, 100, "honeypot", "the field that people do not see is filled in"},
		{r.Age >= 0 && r.Age < fastest, 100, "fast", "it was sent within two seconds, sooner than anybody can type"},
		{r.linkedName, 100, "link", "there is a link where a name belongs"},

		{r.senders >= 6, 100, "repeated", "six or more addresses sent nearly the same words within an hour"},
		{r.senders >= 3, 70, "repeated", "several addresses sent nearly the same words within an hour"},
		{r.repeats >= 10, 100, "resent", "its address sent nearly the same words ten times within an hour"},
		{r.repeats >= 5, 70, "resent", "its address sent nearly the same words five times within an hour"},
		{r.repeats >= 4, 30, "resent", "its address sent nearly the same words four times within an hour"},

		{r.markup, 70, "markup", "there are links in it written as HTML or BBCode"},
		{r.links >= 6, 60, "links", "there are six links or more in it"},
		{r.links >= 3, 30, "links", "there are several links in it"},
		{pasted, 30, "pasted", "a long text was filled in within seconds"},

		{r.excess >= 4, 70, "rate", "its address sends more than four times as much as usual"},
		{r.excess >= 2, 30, "rate", "its address sends more than twice as much as usual"},
		{r.excess >= 1, 20, "rate", "its address sends more than usual"},
		{r.beyondDay, 100, "budget", "its address has used up its share of the day"},
		{r.beyondSite, 100, "site-budget", "its site has taken as much as it takes in a day (--form-site-daily)"},

		// Bots have the first three of these, and so has a program of the website's
		// owner: the first of a day are taken for the latter.
		{r.Age < 0, 30, "no-age", "nothing says how long the form was on the screen"},
		{!r.FromBrowser, 30, "no-browser", "no browser said which page it comes from"},
		{!r.SaysLanguage, 30, "no-language", "no browser said which languages its reader speaks"},
		{
			r.scripted, 20, "script",
			"more than ten came from its address without a browser within a day, or more than thirty from all",
		},
		{false, 100, "mailbox", "its mailbox was asked about other addresses three times within a day"}, // seen by the outbox
	}
}

// Reasons says in words what the signs of a suspect mean, one sentence each. A
// name that is not known, of another version of this program, stands for itself.
func Reasons(suspect string) (all []string) {
	known := map[string]string{}
	for _, s := range new(request).signs() {
		known[s.name] = s.words // of several with one name, the last is the mildest, which all of them are
	}
	for name := range strings.SplitSeq(suspect, ",") {
		all = append(all, cmp.Or(known[name], name))
	}
	return all
}

// suspicion returns the signs of spam, joined by commas, of a submission that is a suspect; nothing of any other. Those
// that need addresses are looked for only where addresses are counted.
func (r *request) suspicion(s *site.Submission) string {
	// A form may have a field of that name: then it is no trap.
	r.trapped = r.Values[keyHoneypot].Text != "" && r.field(keyHoneypot) == nil

	var text strings.Builder
	for i := range r.form.Fields {
		switch field := &r.form.Fields[i]; {
		case field.Type == "textarea":
			text.WriteString(s.Value(field.Name) + "\n")
		case field.NamesPerson() && link.MatchString(s.Value(field.Name)):
			r.linkedName = true
		}
	}
	written := text.String()
	r.letters = utf8.RuneCountInString(letters(written))
	r.links = len(linkInText.FindAllStringIndex(written, 6))
	r.markup = markup.MatchString(written)

	if r.post != nil {
		r.beyondDay, r.beyondSite = r.post.beyond(r.size())
		r.scripted = r.isScript() && r.post.take(scripts) > 0
		r.senders, r.repeats = r.post.repeated(written)
	}

	var names []string
	sum := 0
	for _, s := range r.signs() {
		if s.seen && (len(names) == 0 || names[len(names)-1] != s.name) {
			names, sum = append(names, s.name), sum+s.weight
		}
	}
	if sum < threshold {
		return ""
	}
	return strings.Join(names, ",")
}

const (
	// Words with fewer letters may well be the same by chance.
	shortestRepeat = 40
	repeatMemory   = time.Hour
	repeatsKnown   = 40_000
	// More addresses are not told apart.
	manySenders = 6
)

type repeat struct {
	first time.Time
	times map[sender]int
}

// repeated notes who sent a text. It returns how many senders there were lately, as far as it
// matters, and how often this one sent it; zero where the text is too short to say anything.
//
// Words are the same where their letters are, of a whole text or of its longest clause:
// programs change a name, a number, or what stands around.
func (p *post) repeated(text string) (senders, times int) {
	all := []string{letters(text), longestClause(text)}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, words := range all {
		if utf8.RuneCountInString(words) < shortestRepeat {
			continue
		}
		hash := maphash.String(p.seed, words)
		of, known := p.words.Get(hash)
		if !known || p.now.Sub(of.first).Abs() >= repeatMemory {
			of = &repeat{first: p.now, times: map[sender]int{}}
			p.words.Add(hash, of)
		}
		if len(of.times) < manySenders || of.times[p.from] > 0 {
			of.times[p.from]++
		}
		times = max(times, of.times[p.from])
		senders = max(senders, len(of.times))
	}
	return senders, times
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

func longestClause(text string) (longest string) {
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsPunct(r) || r == '\n' }) {
		if all := letters(clause); len(all) > len(longest) {
			longest = all
		}
	}
	return longest
}
