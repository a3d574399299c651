package contact

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// Limits say how much one address, and all together, may send.
//
// An address is a hint and no threshold: behind one may be a university. So there
// are two limits. Over the soft one inquiries are taken all the same, and only
// weigh a little more towards spam; the hard one refuses, and lies where no
// building full of people gets. An address is an IPv4 address or an IPv6 /64,
// which is what one household has; a network, a /48, gets ten times as much.
type Limits struct {
	// The soft limit: so many at once, and so many a minute thereafter.
	Burst, PerMinute int
	// The hard limit: so many in any 60 seconds.
	HardPerMinute int
	// What this process stores from all addresses together.
	StoresBurst, StoresPerSecond int
	// How many addresses are remembered, the latest.
	Addresses int
}

// StandardLimits returns the limits for a public website.
func StandardLimits() *Limits {
	return &Limits{Burst: 20, PerMinute: 6, HardPerMinute: 120, StoresBurst: 200, StoresPerSecond: 20, Addresses: 100_000}
}

// A network of addresses may send so many times as much as an address.
const networkFactor = 10

// sender stands for an address: HMAC with a key that only this process knows.
type sender [16]byte

// limiter counts what addresses send. Its clock is the time since it was made,
// which changes of the wall clock do not touch.
type limiter struct {
	limits Limits
	key    [32]byte
	start  time.Time

	mu      sync.Mutex
	senders *simplelru.LRU[sender, *account]
	stores  *rate.Limiter
}

// account is what an address or a network sent lately.
type account struct {
	soft *rate.Limiter
	hard window
}

func newLimiter(limits Limits, now time.Time) *limiter {
	l := &limiter{limits: limits, start: now, stores: rate.NewLimiter(rate.Limit(limits.StoresPerSecond), limits.StoresBurst)}
	// Not Config.Random: that may be foreseeable in tests, and nothing seen from outside depends on this key.
	rand.Read(l.key[:])
	senders, err := simplelru.NewLRU[sender, *account](max(limits.Addresses, 1), nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	l.senders = senders
	return l
}

// admit counts an inquiry. It returns whether the address is over the soft
// limit, and how long to wait where it is over the hard one.
func (l *limiter) admit(address netip.Addr, now time.Time) (over bool, wait time.Duration) {
	narrow, wide := l.senderOf(address)
	at := now.Sub(l.start)
	l.mu.Lock()
	defer l.mu.Unlock()
	own, network := l.account(narrow, 1), (*account)(nil)
	if wide != narrow {
		network = l.account(wide, networkFactor)
	}
	wait = own.hard.full(at, l.limits.HardPerMinute)
	if network != nil {
		wait = max(wait, network.hard.full(at, networkFactor*l.limits.HardPerMinute))
	}
	if wait > 0 {
		return true, wait
	}
	own.hard.count(at)
	over = !own.soft.AllowN(now, 1)
	if network != nil {
		network.hard.count(at)
		over = !network.soft.AllowN(now, 1) || over
	}
	return over, 0
}

// store counts a submission that is about to be stored; it returns how long to
// wait where there are too many.
func (l *limiter) store(now time.Time) time.Duration {
	if l.stores.AllowN(now, 1) {
		return 0
	}
	return time.Second
}

// account returns what is remembered of a sender. The caller holds the lock.
func (l *limiter) account(of sender, factor int) *account {
	if known, ok := l.senders.Get(of); ok {
		return known
	}
	perSecond := rate.Limit(factor*l.limits.PerMinute) / 60
	fresh := &account{soft: rate.NewLimiter(perSecond, factor*l.limits.Burst)}
	l.senders.Add(of, fresh)
	return fresh
}

// senderOf returns who an address and its network are; the same where there is
// no network. All unknown addresses are one.
func (l *limiter) senderOf(address netip.Addr) (narrow, wide sender) {
	address = address.Unmap().WithZone("")
	if !address.Is6() {
		narrow = l.hash(address.AsSlice())
		return narrow, narrow
	}
	bytes := address.As16()
	return l.hash(bytes[:8]), l.hash(bytes[:6])
}

func (l *limiter) hash(data []byte) sender {
	mac := hmac.New(sha256.New, l.key[:])
	mac.Write(data)
	return sender(mac.Sum(nil)[:len(sender{})])
}

const (
	slotLength = 5 * time.Second
	// One more than make a minute: with the slot that has just begun, what is counted is never less than 60 seconds.
	slots = 13
)

// window counts what came in the last 60 to 65 seconds. A token bucket would let
// its burst and a minute's refill pass in the same minute.
type window struct {
	counts [slots]uint32
	latest int64
}

// full returns how long to wait for room; zero where there is some.
func (w *window) full(at time.Duration, limit int) time.Duration {
	w.forward(at)
	total := 0
	for _, count := range w.counts {
		total += int(count)
	}
	if total < limit {
		return 0
	}
	for slot := max(0, w.latest-slots+1); slot < w.latest; slot++ {
		if w.counts[slot%slots] > 0 {
			return max(time.Second, time.Duration(slot+slots)*slotLength-at)
		}
	}
	return max(time.Second, time.Duration(w.latest+slots)*slotLength-at)
}

// count counts one; full was asked with the same time.
func (w *window) count(at time.Duration) {
	w.forward(at)
	w.counts[w.latest%slots]++
}

// forward empties the slots that have run out.
func (w *window) forward(at time.Duration) {
	slot := int64(at / slotLength)
	for passed := min(slot-w.latest, slots); passed > 0; passed-- {
		w.counts[(slot-passed+1)%slots] = 0
	}
	w.latest = max(w.latest, slot)
}
