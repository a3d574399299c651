package contact

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Limits say how much one address may send to one site. Zero takes the default.
//
// An address is a hint and no verdict: behind one may be a university. So what is
// more than usual only weighs towards spam, and refusing begins where no building
// full of people gets. An address is an IPv4 address or an IPv6 /64, which is what
// one household has. Its network, an IPv4 /24 or an IPv6 /48, may send ten times as
// much to a site, and thirty times as much to all sites together.
//
// Nothing of this is on disk, and a restart begins anew.
type Limits struct {
	// Posts in any 60 seconds; further ones are refused. A sixth of it at once, and
	// a twentieth a minute thereafter, are usual. Default: 120.
	PerMinute int
	// Posts in a day, where a long one counts as several: one for each 4 KiB that it
	// begins. Further ones are suspects, stored without the text of their mails, and
	// after as many again they are refused. Default: 1,000.
	PerDay int
	// Posts in an hour whose mails leave at once, half as many again for a network.
	// Of further ones the next digest tells, and they are not confirmed: so nobody
	// takes all that a form sends in an hour. Default: 10, a third of that.
	Mailed int
	// Posts that a site takes from everybody in a day, counted like those of an
	// address, without suspects. Further ones are suspects: so the flood of one site
	// leaves the database to the others. Default: 5,000.
	SitePerDay int
	// What a site stores in a second from everybody, and ten times as much at once.
	// Suspects have a quarter of it for themselves, so that a flood of them leaves
	// room for people. Default: 20.
	PerSecond int
	// How many accounts of addresses and networks are remembered, the latest. Default: 50,000.
	Addresses int
}

func (l Limits) withDefaults() Limits {
	return Limits{
		PerMinute: cmp.Or(l.PerMinute, 120), PerDay: cmp.Or(l.PerDay, 1000), SitePerDay: cmp.Or(l.SitePerDay, 5000),
		Mailed: cmp.Or(l.Mailed, 10), PerSecond: cmp.Or(l.PerSecond, 20), Addresses: cmp.Or(l.Addresses, 50_000),
	}
}

const (
	// A network may send so many times as much as an address, to one site and to all.
	networkFactor  = 10
	allSitesFactor = 30
	// So many posts of a day may come from a program without any sign of a browser:
	// nobody can tell a bot's from those that the owner's own program sends. That one
	// has an address, and bots have many, so a site takes only so many in all.
	scriptsPerDay, siteScriptsPerDay = 10, 30
	// So many of these are mailed at once in an hour; of others the next digest tells.
	scriptsMailed = 10
	// The part of a post that counts as one of the day.
	budgetUnit = 4 << 10
)

// sender stands for an address: HMAC with a key that only this process knows.
type sender [16]byte

// limiter counts what addresses send.
type limiter struct {
	limits Limits
	key    [32]byte

	mu      sync.Mutex
	clock   clock
	senders *simplelru.LRU[sender, *account]
	sites   map[string]*siteAccount
}

// siteAccount is what a site got lately from everybody.
type siteAccount struct {
	stored, suspects, day   bucket
	scripted, scriptsMailed bucket // what came without any sign of a browser
}

// account is what an address or a network sent lately.
type account struct {
	minute                       window
	usual, day, mailed, scripted bucket
}

// holding is an account with how many times as much it may send as one address.
type holding struct {
	*account
	factor int
}

func newLimiter(limits Limits, now time.Time) *limiter {
	l := &limiter{limits: limits.withDefaults(), clock: clock{start: now}, sites: map[string]*siteAccount{}}
	// Not Config.Random: that may be foreseeable in tests, and nothing seen from outside depends on this key.
	rand.Read(l.key[:])
	senders, err := simplelru.NewLRU[sender, *account](l.limits.Addresses, nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	l.senders = senders
	return l
}

// admit counts a post to a site before it is read. It returns how many times as
// much as usual its sender sends, in whole numbers: zero for what is usual. And it
// returns how long to wait where there is too much.
func (l *limiter) admit(address netip.Addr, siteID string, now time.Time) (excess int, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.clock.at(now)
	holdings := l.holdings(address, siteID)
	for _, h := range holdings {
		day := l.day(h)
		day.room *= 2
		wait = max(wait, h.minute.full(at, h.factor*l.limits.PerMinute), h.day.full(day, at))
	}
	if wait > 0 {
		return 0, wait
	}
	for _, h := range holdings {
		perMinute := h.factor * l.limits.PerMinute
		usual := share{room: max(perMinute/6, 1), every: within(perMinute, 20*time.Minute).every}
		sent := h.minute.count(at)
		if !take(at, measured{&h.usual, usual}) {
			excess = max(excess, 1, sent/usual.room)
		}
	}
	return excess, 0
}

// beyond reports whether so many bytes are more than is left of a day: of the
// sender's share of it, and of what the site takes.
func (l *limiter) beyond(address netip.Addr, siteID string, bytes int, now time.Time) (ofSender, ofSite bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.clock.at(now)
	for _, h := range l.holdings(address, siteID) {
		ofSender = ofSender || !h.day.fits(cost(bytes), l.day(h), at)
	}
	return ofSender, !l.site(siteID).day.fits(cost(bytes), l.siteDay(), at)
}

// store counts a submission of so many bytes that is about to be stored: for the
// day of its sender, and for that of the site where it is no suspect. It counts
// nothing, and returns how long to wait, where the site stores too much at once.
func (l *limiter) store(address netip.Addr, siteID string, bytes int, suspect bool, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, all := l.clock.at(now), l.site(siteID)
	stored, perSecond := &all.stored, l.limits.PerSecond
	if suspect {
		stored, perSecond = &all.suspects, max(perSecond/4, 1)
	}
	most := within(10*perSecond, 10*time.Second)
	if wait = stored.full(most, at); wait > 0 {
		return wait
	}
	stored.add(1, most, at)
	if !suspect {
		all.day.add(cost(bytes), l.siteDay(), at)
	}
	for _, h := range l.holdings(address, siteID) {
		h.day.add(cost(bytes), l.day(h), at)
	}
	return 0
}

// cost is as how many posts of the day so many bytes count.
func cost(bytes int) int { return 1 + bytes/budgetUnit }

func (l *limiter) day(h holding) share { return within(h.factor*l.limits.PerDay, 24*time.Hour) }

func (l *limiter) siteDay() share { return within(l.limits.SitePerDay, 24*time.Hour) }

// mail takes one of the posts of a sender that are mailed at once, and reports
// whether there was one left.
func (l *limiter) mail(address netip.Addr, siteID string, script bool, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	most, holdings := l.limits.Mailed, l.holdings(address, siteID)
	shares := []measured{
		{&holdings[0].mailed, within(most, time.Hour)},
		{&holdings[1].mailed, within(most+most/2, time.Hour)},
	}
	if script {
		shares = append(shares, measured{&l.site(siteID).scriptsMailed, within(scriptsMailed, time.Hour)})
	}
	return take(l.clock.at(now), shares...)
}

// script takes one of the posts that a sender, and all together, may send to a site
// in a day without any sign of a browser, and reports whether there was one left.
func (l *limiter) script(address netip.Addr, siteID string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return take(l.clock.at(now),
		measured{&l.holdings(address, siteID)[0].scripted, within(scriptsPerDay, 24*time.Hour)},
		measured{&l.site(siteID).scripted, within(siteScriptsPerDay, 24*time.Hour)})
}

// site returns the account of a site. The caller holds the lock.
func (l *limiter) site(id string) *siteAccount {
	known := l.sites[id]
	if known == nil {
		known = &siteAccount{}
		l.sites[id] = known
	}
	return known
}

// holdings returns the accounts that a post to a site counts for: of the address,
// of its network, and of its network at all sites. The caller holds the lock.
func (l *limiter) holdings(address netip.Addr, siteID string) [3]holding {
	narrow, wide := prefixes(address)
	return [3]holding{
		{l.account(l.hash(narrow, siteID)), 1},
		{l.account(l.hash(wide, siteID)), networkFactor},
		{l.account(l.hash(wide)), allSitesFactor},
	}
}

func (l *limiter) account(of sender) *account {
	known, ok := l.senders.Get(of)
	if !ok {
		known = &account{}
		l.senders.Add(of, known)
	}
	return known
}

// senderOf returns who an address is, whatever the site.
func (l *limiter) senderOf(address netip.Addr) sender {
	narrow, _ := prefixes(address)
	return l.hash(narrow)
}

// prefixes returns what stands for an address and for its network, never the
// same. All unknown addresses are one.
func prefixes(address netip.Addr) (narrow, wide string) {
	address = address.Unmap().WithZone("")
	bits := [2]int{64, 48}
	switch {
	case !address.IsValid():
		return "unknown", "unknown network"
	case address.Is4():
		bits = [2]int{32, 24}
	}
	return netip.PrefixFrom(address, bits[0]).Masked().String(), netip.PrefixFrom(address, bits[1]).Masked().String()
}

func (l *limiter) hash(parts ...string) sender {
	mac := hmac.New(sha256.New, l.key[:])
	for _, part := range parts {
		mac.Write([]byte(part))
		mac.Write([]byte{0})
	}
	return sender(mac.Sum(nil)[:len(sender{})])
}

// clock is the time since a limiter was made. It never goes back: what was
// counted would else run out years later.
type clock struct {
	start  time.Time
	latest time.Duration
	behind time.Duration
}

func (c *clock) at(now time.Time) time.Duration {
	at := now.Sub(c.start) + c.behind
	if at < c.latest {
		c.behind += c.latest - at
		at = c.latest
	}
	c.latest = at
	return at
}

// share is how many of something fit at once, and how soon each counts no more.
type share struct {
	room  int
	every time.Duration
}

// within is a share of so many in a time.
func within(n int, period time.Duration) share {
	return share{room: n, every: period / time.Duration(n)}
}

// bucket counts what runs out evenly. It is the moment at which all of it has run
// out (the generic cell rate algorithm), so that an account of a sender is small.
type bucket time.Duration

// fits reports whether so many more are within the share; begun ones count whole.
func (b *bucket) fits(n int, s share, at time.Duration) bool {
	rest := max(0, time.Duration(*b)-at)
	return int((rest+s.every-1)/s.every)+n <= s.room
}

// add puts some in.
func (b *bucket) add(n int, s share, at time.Duration) {
	*b = max(*b, bucket(at)) + bucket(n)*bucket(s.every)
}

// full returns how long to wait for room; zero where there is some.
func (b *bucket) full(s share, at time.Duration) time.Duration {
	if over := time.Duration(*b) - at - time.Duration(s.room-1)*s.every; over > 0 {
		return max(time.Second, over)
	}
	return 0
}

// measured is a bucket with its share.
type measured struct {
	*bucket
	share share
}

// take puts one into each, unless one of them has no room.
func take(at time.Duration, all ...measured) bool {
	for _, m := range all {
		if !m.fits(1, m.share, at) {
			return false
		}
	}
	for _, m := range all {
		m.add(1, m.share, at)
	}
	return true
}

const (
	slotLength = 5 * time.Second
	// One more than make a minute: with the slot that has just begun, what is counted is never less than 60 seconds.
	slots = 13
)

// window counts what came in the last 60 to 65 seconds. A bucket would let what it
// holds and a minute's refill pass in the same minute.
type window struct {
	counts [slots]uint32
	latest int64
}

// full returns how long to wait for room; zero where there is some.
func (w *window) full(at time.Duration, limit int) time.Duration {
	w.forward(at)
	if w.total() < limit {
		return 0
	}
	for slot := max(0, w.latest-slots+1); slot < w.latest; slot++ {
		if w.counts[slot%slots] > 0 {
			return max(time.Second, time.Duration(slot+slots)*slotLength-at)
		}
	}
	return max(time.Second, time.Duration(w.latest+slots)*slotLength-at)
}

// count counts one, and returns how many there are then.
func (w *window) count(at time.Duration) int {
	w.forward(at)
	w.counts[w.latest%slots]++
	return w.total()
}

func (w *window) total() (n int) {
	for _, count := range w.counts {
		n += int(count)
	}
	return n
}

// forward empties the slots that have run out.
func (w *window) forward(at time.Duration) {
	slot := int64(at / slotLength)
	for passed := min(slot-w.latest, slots); passed > 0; passed-- {
		w.counts[(slot-passed+1)%slots] = 0
	}
	w.latest = max(w.latest, slot)
}
