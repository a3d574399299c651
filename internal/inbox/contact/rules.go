package contact

import (
	"cmp"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// What happens to a post, in the order in which it is decided:
//
//  1. Its address sent too much: it is refused and not read ([request.admit]).
//  2. It does not fit its form: it is refused with the reasons ([request.check]).
//  3. What it shows, and what was sent lately, are signs of spam ([request.signs]). Where they add up to 100 it is a
//     suspect: stored, and mailed only when somebody releases it. Its recipients are told once a day.
//  4. Its network or its site stores too much: it is refused, and can be sent again later ([request.decide]).
//  5. Its address, or its form, had enough mailed at once: it is stored, and the next digest tells of it
//     ([request.planMails]).
//  6. Everything else is stored and mailed.

// Limits say how much one address may send to one site. Zero takes the default. Behind an address may be a university:
// so what is more than usual only weighs towards spam, and refusing begins where no building full of people gets.
// Nothing of this is on disk.
type Limits struct {
	// Posts of an address in any 60 seconds. Default: 120.
	PerMinute int
	// Posts of an address in a day; a long one counts as several, see dayUnit. Default: 1,000.
	PerDay int
	// Posts that a site takes from everybody in a day, without suspects, counted like those of an address. Default:
	// 5,000.
	SitePerDay int
	// Posts that a site stores in a second from everybody. Default: 20.
	PerSecond int
	// How many counters of addresses and of what they send are remembered, the latest. An address has five to ten.
	// Default: 100,000, which take 25 MB.
	Counters int
}

// The parties that a post counts for. An address is an IPv4 address or an IPv6 /64, its network an IPv4 /24 or an IPv6
// /48. A mailbox is that of the address which was typed, however it is written.
const (
	byAddress = iota
	byNetwork
	byNetworkAnywhere
	bySite
	byForm
	byMailbox
	parties
)

// limit is how many there may be at once for each party, and in what time as many come back, evenly. Zero does not
// count for a party.
type limit struct {
	in   time.Duration
	most [parties]int
}

// The rows of the table of limits. Of a post that is not stored after all, those from mailed on are given back.
const (
	minute = iota
	usual
	daily
	scripts
	sameWords
	stored
	suspects
	fileBytes
	mailed
	scriptMails
	notices
	confirmations
	mailsToOne
	optIns
	firstOptIns
	rows
)

// table returns the limits; none for nil. A network may send ten times as much as an address.
//
// Scripts are posts without any sign of a browser. The owner's own program has one address, and bots have many, so a
// site takes only so many in all. Suspects have places of their own in what a site stores, so that a flood of them
// leaves room for people.
func (l *Limits) table() [rows]limit {
	if l == nil {
		return [rows]limit{}
	}
	n, day, all := cmp.Or(l.PerMinute, 120), cmp.Or(l.PerDay, 1000), cmp.Or(l.SitePerDay, 5000)
	some, second := max(n/6, 1), cmp.Or(l.PerSecond, 20)
	type of = [parties]int
	sender := func(n, all int) of {
		return of{byAddress: n, byNetwork: 10 * n, byNetworkAnywhere: 30 * n, bySite: all}
	}

	return [rows]limit{ // and what happens beyond it
		minute:    {time.Minute, sender(n, 0)},                           // 429; exact, in any minute
		usual:     {200 * time.Second, sender(some, 0)},                  // the sign rate
		daily:     {24 * time.Hour, sender(day, all)},                    // a suspect; of a sender twice as many: 429
		scripts:   {24 * time.Hour, of{byAddress: 10, bySite: 30}},       // the sign script
		sameWords: {time.Hour, of{}},                                     // the signs repeated and resent say how many
		stored:    {10 * time.Second, of{bySite: 10 * second}},           // 503
		suspects:  {10 * time.Second, of{bySite: 10 * max(second/4, 1)}}, // 503
		fileBytes: {24 * time.Hour, of{}},                                // 429; half of the room that is left, see there

		mailed:        {time.Hour, of{byAddress: 10, byNetwork: 15}}, // the digest tells of it; an opt-in is a suspect
		scriptMails:   {time.Hour, of{bySite: 10}},                   // the digest tells of it
		notices:       {time.Hour, of{byForm: 30}},                   // the digest tells of it
		confirmations: {time.Hour, of{byForm: 30}},                   // none is sent
		mailsToOne:    {24 * time.Hour, of{byMailbox: 5}},            // no confirmation is sent; an opt-in is a suspect
		optIns:        {time.Hour, of{byForm: 30}},                   // the mail waits for its turn
		firstOptIns:   {time.Hour, of{byNetwork: 2, byForm: 30}},     // one of the row before; of the form: it waits
	}
}

const (
	// A submission is a suspect when the weights of its signs add up to this.
	threshold = 100
	// People need longer than this for the shortest form.
	fastest = 2 * time.Second
	// How many bytes count as one post of the day: a post of 20 KiB counts as six. A file counts as so much less than
	// what is typed: people send few, and large ones.
	dayUnit, fileDiscount = 4 << 10, 64
	// Words with fewer letters may well be the same by chance.
	shortestRepeat = 40
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
	// Whether its mailbox is asked for an opt-in too often.
	asked bool
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

		// Bots have the first three of these, and so has a program of the website's owner: the first of a day are taken
		// for the latter.
		{r.Age < 0, 30, "no-age", "nothing says how long the form was on the screen"},
		{!r.FromBrowser, 30, "no-browser", "no browser said which page it comes from"},
		{!r.SaysLanguage, 30, "no-language", "no browser said which languages its reader speaks"},
		{
			r.scripted, 20, "script",
			"more than ten came from its address without a browser within a day, or more than thirty from all",
		},
		{r.asked, 100, "mailbox", "its mailbox was written to five times within a day"},
	}
}

// Reasons says in words what the signs of a suspect mean, one sentence each. A name that is not known, of another
// version of this program, stands for itself.
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

// admit counts the post before it is read, and notes how many times as much as usual its sender sends; or, counting
// nothing, it returns how long to wait.
func (r *request) admit() (wait time.Duration) {
	p := r.post
	p.mu.Lock()
	defer p.mu.Unlock()
	var sent [bySite]int
	for who := range sent {
		count, full := p.counter(minute, who).lately(p.now, time.Minute)
		if most := p.table[minute].most[who]; most > 0 && count >= most {
			wait = max(wait, full)
		}
		wait = max(wait, p.wait(daily, who, 1-p.table[daily].most[who])) // the second half is for suspects
		sent[who] = count + 1
	}
	if wait > 0 {
		return wait
	}
	for who, count := range sent {
		p.counter(minute, who).add(1)
		if p.wait(usual, who, 1) > 0 {
			r.excess = max(r.excess, 1, count/p.table[usual].most[who])
		} else {
			p.counter(usual, who).level++
		}
	}
	return 0
}

// decide says what happens to a post that can be stored: with which code it is refused and how long to wait, or, in the
// submission, whether it is a suspect. Room is how many more bytes of files there is room for.
func (r *request) decide(s *site.Submission, room int64) (code string, wait time.Duration) {
	written := r.look(s)
	whole, clause := letters(written), longestClause(written)
	p, posts := r.post, 1+r.size()/dayUnit
	p.mu.Lock()
	defer p.mu.Unlock()
	p.meant(r.form, s)

	r.senders, r.repeats = p.repeated(whole, clause)
	r.scripted = r.isScript() && p.take(scripts) > 0
	r.beyondSite = p.wait(daily, bySite, posts) > 0
	for who := range bySite {
		r.beyondDay = r.beyondDay || p.wait(daily, who, posts) > 0
	}
	r.asked = s.OptIn != nil && p.wait(mailsToOne, byMailbox, 1) > 0
	s.Suspect = r.suspicion()

	if wait = p.filesBeyond(r.fileBytes(), room); wait > 0 {
		return site.CodeTooMany, wait
	}
	row, charged := stored, parties
	if s.Suspect != "" {
		row, charged = suspects, bySite // all before the site
	}
	if wait = p.take(row); wait > 0 {
		return site.CodeUnavailable, wait
	}
	p.add(daily, posts, charged)
	r.planMails(s)
	return "", 0
}

// planMails decides which mails of a submission are sent, and when. The mail of an opt-in cannot go with a digest, and
// without it nothing goes on: so a person decides.
func (r *request) planMails(s *site.Submission) {
	p := r.post
	r.unconfirmed = !r.hasBrowser() // the address may be a stranger's
	switch {
	case s.Suspect != "":
		r.inDigest = r.beyondDay || r.beyondSite
		r.unconfirmed = r.unconfirmed || r.inDigest
	case s.OptIn != nil && !r.hasBrowser():
		s.Suspect = "no-browser"
	case s.OptIn != nil && p.take(mailed) > 0:
		s.Suspect = "rate"
	case s.OptIn != nil:
		// Who signs up strangers makes nobody else wait: the first of each network wait for each other alone.
		row := optIns
		if p.wait(firstOptIns, byNetwork, 1) == 0 {
			row = firstOptIns
		}
		r.asksIn = p.wait(row, byForm, 1)
		p.add(row, 1, parties)
		p.add(mailsToOne, 1, parties)
	default:
		r.inDigest = r.isScript() && p.take(scriptMails) > 0 || p.take(mailed) > 0 || p.take(notices) > 0
		r.unconfirmed = r.unconfirmed || r.inDigest ||
			r.form.Confirmation != nil && (p.take(confirmations) > 0 || p.take(mailsToOne) > 0)
	}
}

var (
	// What is no name, also without a scheme.
	link = regexp.MustCompile(`(?i)://|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,}/`)
	// One link in a text.
	linkInText = regexp.MustCompile(`(?i)https?://|\bwww\.`)
	// Links as forums and web pages write them.
	markup = regexp.MustCompile(`(?i)\[(?:url|link)[=\]]|<a\s[^>]*href`)
)

// look notes the signs that a submission shows by itself, and returns its free text.
func (r *request) look(s *site.Submission) (written string) {
	// A form may have a field of that name: then it is no trap.
	r.trapped = r.Values[keyHoneypot].Text != "" && r.field(keyHoneypot) == nil
	for i := range r.form.Fields {
		switch field := &r.form.Fields[i]; {
		case field.Kind().Typing == site.Lines:
			written += s.Value(field.Name) + "\n"
		case field.NamesPerson() && link.MatchString(s.Value(field.Name)):
			r.linkedName = true
		}
	}
	r.letters = utf8.RuneCountInString(letters(written))
	r.links = len(linkInText.FindAllStringIndex(written, 6))
	r.markup = markup.MatchString(written)
	return written
}

// suspicion returns the names of the signs that were seen, joined by commas, where they make a suspect; else nothing.
func (r *request) suspicion() string {
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

// letters returns the letters of a text in lower case, without digits, spaces and punctuation: what programs change
// from one text to the next.
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
