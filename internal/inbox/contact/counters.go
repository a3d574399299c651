package contact

import (
	"cmp"
	"errors"
	"hash/maphash"
	"net/netip"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/evenlight/marquee/internal/site"
)

// limiter counts posts for the table of limits. Addresses and words are known to it only by a hash with a key that dies
// with the process.
type limiter struct {
	table [rows]limit
	seed  maphash.Seed

	mu sync.Mutex
	// Those of addresses, networks and words, and those of sites, forms and mailboxes: however many addresses there are,
	// they do not make the limits of all others begin anew.
	senders, others *simplelru.LRU[counterKey, *counter]
}

// counterKey is a row of the table, and the hash of whom or what it counts.
type counterKey struct {
	row int
	of  uint64
}

func newLimiter(limits *Limits) *limiter {
	size := 100_000
	if limits != nil {
		size = cmp.Or(limits.Counters, size)
	}
	senders, err := simplelru.NewLRU[counterKey, *counter](size, nil)
	others, err2 := simplelru.NewLRU[counterKey, *counter](size, nil)
	if err := errors.Join(err, err2); err != nil {
		panic(err) // it refuses sizes below one only
	}
	return &limiter{table: limits.table(), seed: maphash.MakeSeed(), senders: senders, others: others}
}

// post is one that is counted. The methods below hold no lock; those who call them do.
type post struct {
	*limiter
	now     time.Time
	from    uint64 // its address, whatever the site
	parties [parties]uint64
	// What takes one back where it is not stored.
	mails []*counter
}

// post returns the post of an address to a site. It counts for nothing yet.
func (l *limiter) post(from netip.Addr, siteID string, now time.Time) *post {
	from = from.Unmap().WithZone("")
	bits, networkBits := 64, 48
	if from.Is4() {
		bits, networkBits = 32, 24
	}
	hash := func(bits int, siteID string) uint64 {
		prefix, _ := from.Prefix(bits) // all unknown addresses are one
		return maphash.Comparable(l.seed, struct {
			prefix netip.Prefix
			bits   int
			siteID string
		}{prefix, bits, siteID})
	}
	return &post{limiter: l, now: now, from: hash(bits, ""), parties: [parties]uint64{
		byAddress: hash(bits, siteID), byNetwork: hash(networkBits, siteID), byNetworkAnywhere: hash(networkBits, ""),
		bySite: maphash.String(l.seed, siteID),
	}}
}

// meant notes for which form, and about which mailbox, the post is.
func (p *post) meant(of *site.Form, s *site.Submission) {
	p.parties[byForm] = p.hashOfForm(s.SiteID, s.FormID)
	if field := of.AddressField(); field != nil {
		p.parties[byMailbox] = maphash.String(p.seed, mailboxOf(s.Value(field.Name)))
	}
}

func (l *limiter) hashOfForm(siteID, formID string) uint64 {
	return maphash.Comparable(l.seed, [2]string{siteID, formID})
}

// noticeInDigest reports whether a form sent as many notices as it may, and else counts one.
func (l *limiter) noticeInDigest(siteID, formID string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := &post{limiter: l, now: now}
	p.parties[byForm] = l.hashOfForm(siteID, formID)
	return p.take(notices) > 0
}

// mailboxOf returns one form for all addresses of a mailbox: in lower case, without the +tag, and for Gmail without
// dots.
func mailboxOf(typed string) string {
	local, domain, _ := strings.Cut(strings.ToLower(typed), "@")
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	if domain = strings.TrimSuffix(domain, "."); domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// counter returns the counter of a row for a party.
func (p *post) counter(row, who int) *counter {
	return p.counterIn(p.countersOf(who), counterKey{row, p.parties[who]})
}

func (l *limiter) countersOf(who int) *simplelru.LRU[counterKey, *counter] {
	if who >= bySite {
		return l.others
	}
	return l.senders
}

func (p *post) counterIn(counters *simplelru.LRU[counterKey, *counter], key counterKey) *counter {
	known, ok := counters.Get(key)
	if !ok {
		known = &counter{at: p.now}
		counters.Add(key, known)
	}
	return known
}

// wait returns how long it takes until a party has room for so many more in a row; zero where it has.
func (p *post) wait(row, who, n int) time.Duration {
	const rounding = 1e-6
	most, in := float64(p.table[row].most[who]), p.table[row].in
	if most == 0 {
		return 0
	}
	of, known := p.countersOf(who).Get(counterKey{row, p.parties[who]})
	if !known { // and it becomes so only when something is counted
		of = &counter{at: p.now}
	}
	beyond := of.leak(p.now, most/in.Seconds()) + float64(n) - most
	if beyond < rounding {
		return 0
	}
	return max(time.Second, time.Duration(beyond/most*float64(in)))
}

// take counts the post in a row, or, where a party has no room for it, nowhere; then it returns how long to wait.
func (p *post) take(row int) (wait time.Duration) {
	for who := range parties {
		wait = max(wait, p.wait(row, who, 1))
	}
	if wait == 0 {
		p.add(row, 1, parties)
	}
	return wait
}

// add counts so many in a row for the first of the parties, whether there is room or not.
func (p *post) add(row, n, first int) {
	for who := range first {
		if p.table[row].most[who] == 0 {
			continue
		}
		of := p.counter(row, who)
		of.level += float64(n)
		if row >= mailed {
			p.mails = append(p.mails, of)
		}
	}
}

// settle counts the files of a post that is stored, and gives back what one that is not stored took of the mails.
func (p *post) settle(isStored bool, bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if isStored {
		p.sentFiles().add(uint32((bytes + 1023) >> 10))
		return
	}
	for _, of := range p.mails {
		of.level = max(0, of.level-1)
	}
}

func (p *post) sentFiles() *counter { return p.counter(fileBytes, byNetworkAnywhere) }

// filesBeyond returns how long to wait where the network of a post would send more bytes of files in a day than it
// leaves room for to all others. What a network sends first is not its fault.
func (p *post) filesBeyond(bytes, room int64) time.Duration {
	day := p.table[fileBytes].in
	if bytes == 0 || day == 0 {
		return 0
	}
	sent, wait := p.sentFiles().lately(p.now, day)
	if sent == 0 || int64(sent)<<10+bytes <= room-bytes {
		return 0
	}
	return wait
}

// repeated notes who sent some words: the letters of a whole text, and of its longest clause, because programs change a
// name, a number, or what stands around. It returns how many senders there were lately, and how often this one sent
// them; zero where they are too few to say anything.
func (p *post) repeated(whole, clause string) (senders, times int) {
	hour := p.table[sameWords].in
	for i, sent := range []string{whole, clause} {
		if utf8.RuneCountInString(sent) < shortestRepeat || i > 0 && clause == whole || hour == 0 {
			continue
		}
		hash := maphash.String(p.seed, sent)
		all := p.counterIn(p.senders, counterKey{sameWords, hash})
		own := p.counterIn(p.senders, counterKey{sameWords, maphash.Comparable(p.seed, [2]uint64{hash, p.from})})
		others, _ := all.lately(p.now, hour)
		before, _ := own.lately(p.now, hour)
		if before == 0 {
			all.add(1)
			others++
		}
		own.add(1)
		senders, times = max(senders, others), max(times, before+1)
	}
	return senders, times
}

const slots = 12

// counter counts what came, in one of two ways. A level comes back evenly: after a flood there is soon a little room
// again. A window is exact: there are never more in any such time, where a level would let what it holds and what comes
// back pass.
type counter struct {
	level float64
	at    time.Time
	// What came in each of the latest slots, of which there is one more than the window has: with the one that has just
	// begun, what is counted is never less.
	counts [slots + 1]uint32
	latest int64 // the number of the latest slot
}

// leak returns the level, less what came back since it was looked at.
func (c *counter) leak(now time.Time, perSecond float64) float64 {
	c.level = max(0, c.level-perSecond*max(0, now.Sub(c.at).Seconds()))
	c.at = now
	return c.level
}

// lately returns how many came in a window, and how long it takes until the first of them are forgotten. Posts out of
// order count for the latest slot. After a clock was set back by more than the window it begins anew.
func (c *counter) lately(now time.Time, in time.Duration) (n int, wait time.Duration) {
	length := in / slots
	number := now.UnixNano() / int64(length)
	if passed := number - c.latest; passed > slots || passed < -slots {
		c.counts, c.latest = [slots + 1]uint32{}, number
	}
	for ; c.latest < number; c.latest++ {
		*c.slot(c.latest + 1) = 0
	}
	for number := c.latest; number >= c.latest-slots; number-- {
		if count := *c.slot(number); count > 0 {
			n += int(count)
			wait = max(time.Second, time.Unix(0, (number+slots+1)*int64(length)).Sub(now))
		}
	}
	return n, wait
}

// add counts so many for the latest slot.
func (c *counter) add(n uint32) { *c.slot(c.latest) += n }

func (c *counter) slot(number int64) *uint32 {
	return &c.counts[(number%(slots+1)+slots+1)%(slots+1)]
}
