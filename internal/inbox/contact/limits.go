package contact

import (
	"cmp"
	"hash/maphash"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// Limits say how much one address may send to one site. Zero takes the default. An address is an IPv4 address or an
// IPv6 /64, its network an IPv4 /24 or an IPv6 /48. Behind one may be a university: so what is more than usual only
// weighs towards spam, and refusing begins where no building full of people gets. Nothing of this is on disk.
type Limits struct {
	// Posts of an address in any 60 seconds. Default: 120.
	PerMinute int
	// Posts of an address in a day; a long one counts as several, see dayUnit. Default: 1,000.
	PerDay int
	// Posts that a site takes from everybody in a day, without suspects, counted like
	// those of an address. Default: 5,000.
	SitePerDay int
	// Posts that a site stores in a second from everybody. Default: 20.
	PerSecond int
	// How many addresses and networks are remembered, the latest. Default: 50,000.
	Addresses int
}

// The parties that a post counts for: its address at the site, the address's network at
// the site, that network at all sites, and the site.
const (
	ofAddress = iota
	ofNetwork
	ofNetworkEverywhere
	ofSite
	parties
)

const (
	minute = iota
	usual
	daily
	mailed
	scripts
	scriptMails
	optIns
	stored
	suspects
	rows
)

// limit is a row: how many there may be at once for each of the parties, and in what time
// as many come back, evenly. Zero does not count for a party.
type limit struct {
	in   time.Duration
	most [parties]int
}

// table returns the limits. A network may send ten times as much as an address.
//
// Scripts are posts without any sign of a browser. The owner's own program has one address, and bots have many, so a
// site takes only so many in all. Suspects have places of their own in what a site stores, so that a flood of them
// leaves room for people.
func (l Limits) table() [rows]limit {
	n, day, all := cmp.Or(l.PerMinute, 120), cmp.Or(l.PerDay, 1000), cmp.Or(l.SitePerDay, 5000)
	some, second := max(n/6, 1), cmp.Or(l.PerSecond, 20)
	type of = [parties]int

	return [rows]limit{
		// In what time; address, network, network at all sites, site; and what happens beyond it.
		minute:      {time.Minute, of{n, 10 * n, 30 * n, 0}},                // 429; exact, see window
		usual:       {200 * time.Second, of{some, 10 * some, 30 * some, 0}}, // the sign rate
		daily:       {24 * time.Hour, of{day, 10 * day, 30 * day, all}},     // a suspect; 429 beyond twice as many
		mailed:      {time.Hour, of{10, 15, 0, 0}},                          // told by the digest, not confirmed
		scripts:     {24 * time.Hour, of{10, 0, 0, 30}},                     // the sign script
		scriptMails: {time.Hour, of{0, 0, 0, 10}},                           // told by the digest
		optIns:      {time.Hour, of{0, 2, 0, 0}},                            // wait behind those of others
		stored:      {10 * time.Second, of{0, 0, 0, 10 * second}},           // 503
		suspects:    {10 * time.Second, of{0, 0, 0, 10 * max(second/4, 1)}}, // 503
	}
}

// dayUnit is how many bytes count as one post of the day: a post of 20 KiB counts as six.
const dayUnit = 4 << 10

type limiter struct {
	table [rows]limit
	seed  maphash.Seed

	mu      sync.Mutex
	senders *simplelru.LRU[sender, *account]
	sites   map[string]*account
	words   *simplelru.LRU[uint64, *repeat] // by their hashes
}

// sender stands for an address or a network: a hash with a key that only this process knows.
type sender uint64

// account is what came lately from an address or a network, or to a site.
type account struct {
	minute  window
	buckets [rows]*rate.Limiter // each made when it is needed
	files   int64               // their bytes in the day that began at since
	since   time.Time
}

func newLimiter(limits Limits) *limiter {
	return &limiter{
		table: limits.table(), seed: maphash.MakeSeed(), sites: map[string]*account{},
		senders: newLRU[sender, *account](cmp.Or(limits.Addresses, 50_000)), words: newLRU[uint64, *repeat](repeatsKnown),
	}
}

func newLRU[K comparable, V any](size int) *simplelru.LRU[K, V] {
	lru, err := simplelru.NewLRU[K, V](size, nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	return lru
}

type post struct {
	*limiter
	now      time.Time
	from     sender // its address, whatever the site
	accounts [parties]*account
}

// post returns the post of an address to a site. It counts for nothing yet.
func (l *limiter) post(address netip.Addr, siteID string, now time.Time) *post {
	address = address.Unmap().WithZone("")
	bits, networkBits := 64, 48
	if address.Is4() {
		bits, networkBits = 32, 24
	}
	hash := func(bits int, siteID string) sender {
		prefix, _ := address.Prefix(bits) // all unknown addresses are one
		return sender(maphash.Comparable(l.seed, struct {
			prefix netip.Prefix
			bits   int
			siteID string
		}{prefix, bits, siteID}))
	}
	p := &post{limiter: l, now: now, from: hash(bits, "")}
	l.mu.Lock()
	defer l.mu.Unlock()

	for who, id := range []sender{hash(bits, siteID), hash(networkBits, siteID), hash(networkBits, "")} {
		known, ok := l.senders.Get(id)
		if !ok {
			known = &account{}
			l.senders.Add(id, known)
		}
		p.accounts[who] = known
	}
	if l.sites[siteID] == nil {
		l.sites[siteID] = &account{}
	}
	p.accounts[ofSite] = l.sites[siteID]
	return p
}

// admit counts the post before it is read. It returns how many times as much as usual its sender sends, or, counting
// nothing, how long to wait.
func (p *post) admit() (excess int, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var sent [ofSite]int
	for who := range sent {
		count, full := p.accounts[who].minute.sent(p.now)
		if count >= p.table[minute].most[who] {
			wait = max(wait, full)
		}
		wait = max(wait, p.wait(daily, who, 1))
		sent[who] = count + 1
	}
	if wait > 0 {
		return 0, wait
	}

	for who, count := range sent {
		minutes := &p.accounts[who].minute
		*minutes.slot(minutes.latest)++
		if !p.bucket(usual, who).AllowN(p.now, 1) {
			excess = max(excess, 1, count/p.table[usual].most[who])
		}
	}
	return excess, 0
}

// beyond reports whether so many bytes are more than the sender, and the site, have left of a day.
func (p *post) beyond(bytes int) (ofSender, ofAll bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	over := func(who int) bool { return p.wait(daily, who, p.table[daily].most[who]+days(bytes)) > 0 }
	return over(ofAddress) || over(ofNetwork) || over(ofNetworkEverywhere), over(ofSite)
}

// store counts a submission of so many bytes that is about to be stored, for the day of its sender and, unless it is
// a suspect, of the site. Where the site stores too much at once it counts nothing, and returns how long to wait.
func (p *post) store(bytes int, suspect bool) (wait time.Duration) {
	row, charged := stored, parties
	if suspect {
		row, charged = suspects, ofSite // all before the site
	}
	if wait = p.take(row); wait > 0 {
		return wait
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for who := range charged {
		day := p.bucket(daily, who)
		day.ReserveN(p.now, min(days(bytes), day.Burst()))
	}
	return 0
}

func days(bytes int) int { return 1 + bytes/dayUnit }

// share counts bytes of files for the sender's network; negative ones take back what was not stored. Where it would
// send more in a day than it leaves room for to all others, share counts nothing, and returns how long to wait. What a
// network sends first is not its fault. Nil, which stands for no limits, counts nothing.
func (p *post) share(bytes, left int64) (wait time.Duration) {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	network := p.accounts[ofNetworkEverywhere]
	age := p.now.Sub(network.since).Abs()
	if age >= p.table[daily].in {
		age, network.files, network.since = 0, 0, p.now
	}
	if bytes > 0 && network.files > 0 && network.files+bytes > left-bytes {
		return p.table[daily].in - age
	}
	network.files = max(0, network.files+bytes)
	return 0
}

// take counts the post in all of the rows, or, where one has no room for it, in none; then it returns how long to
// wait.
func (p *post) take(rows ...int) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []*rate.Limiter
	for _, row := range rows {
		for who, most := range p.table[row].most {
			if most > 0 {
				wait = max(wait, p.wait(row, who, 1))
				all = append(all, p.bucket(row, who))
			}
		}
	}
	if wait == 0 {
		for _, bucket := range all {
			bucket.ReserveN(p.now, 1)
		}
	}
	return wait
}

// wait returns how long it takes until there is room for so many; zero where there is. The caller holds the lock.
func (p *post) wait(row, who, n int) time.Duration {
	const rounding = 1e-6
	bucket := p.bucket(row, who)
	missing := float64(n) - bucket.TokensAt(p.now)
	if missing < rounding {
		return 0
	}
	return max(time.Second, time.Duration(missing/float64(bucket.Limit())*float64(time.Second)))
}

// bucket returns what a party has left of a row. That of a day holds twice as many: the
// second half is for suspects. The caller holds the lock.
func (p *post) bucket(row, who int) *rate.Limiter {
	known := &p.accounts[who].buckets[row]
	if *known == nil {
		most := p.table[row].most[who]
		perSecond := rate.Limit(float64(most) / p.table[row].in.Seconds())
		if row == daily {
			most *= 2
		}
		*known = rate.NewLimiter(perSecond, most)
	}
	return *known
}

const (
	slotSeconds = 5
	// One more than make a minute: with the slot that has just begun, what is counted is never less than 60 seconds.
	slots = 13
)

// window counts what came in the last 60 to 65 seconds. A token bucket would let what it
// holds and a minute's refill pass in the same minute.
type window struct {
	counts [slots]uint32
	latest int64 // the number of the latest slot
}

// sent returns how many came, and how long it takes until the first of them are forgotten. Posts out of order count
// for the latest slot. After a clock was set back by more than the window it begins anew.
func (w *window) sent(now time.Time) (n int, wait time.Duration) {
	number := now.Unix() / slotSeconds
	if passed := number - w.latest; passed >= slots || passed <= -slots {
		*w = window{latest: number}
	}
	for ; w.latest < number; w.latest++ {
		*w.slot(w.latest + 1) = 0
	}
	for number := w.latest; number > w.latest-slots; number-- {
		if count := *w.slot(number); count > 0 {
			n += int(count)
			wait = max(time.Second, time.Unix((number+slots)*slotSeconds, 0).Sub(now))
		}
	}
	return n, wait
}

func (w *window) slot(number int64) *uint32 { return &w.counts[(number%slots+slots)%slots] }
