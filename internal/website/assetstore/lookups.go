package assetstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"iter"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Shared is a table that nodes have in common. A value is found again as it was
// added, or not at all; the store tells damaged ones by itself.
type Shared interface {
	// Find returns which of the addresses are there.
	Find(ctx context.Context, addresses []string) ([]string, error)
	// Put notes that some addresses are in use, and adds values by their addresses,
	// all or none. What is there already stays. It may go through the values twice.
	Put(ctx context.Context, used []string, values iter.Seq2[string, []byte]) error
	// Get returns the value of an address, or nil.
	Get(ctx context.Context, address string) ([]byte, error)
	// Prune removes what was not in use for [KeepDays] days, and the oldest beyond a number of bytes.
	Prune(ctx context.Context, limit int64) error
}

const (
	// How long the table may take for an answer, and how long it is left alone after it failed.
	lookupLimit = 3 * time.Second
	lookupPause = 5 * time.Second
	// How often it is asked at most: once for all names that were asked for meanwhile.
	lookupEvery = 50 * time.Millisecond
	// How many names wait at most; further ones are not there.
	lookupWaits = 1000
	// How many values are fetched at a time.
	lookupFetches = 4
)

// lookups asks the table for files that this node does not have. Names come from
// anybody, so however many there are, the table is asked a bounded number of times.
type lookups struct {
	shared Shared
	logger *slog.Logger
	warn   rate.Sometimes
	ctx    context.Context
	end    context.CancelFunc
	asking sync.WaitGroup
	places chan struct{} // of fetches

	mu      sync.Mutex
	waiting map[string]*lookup
	busy    bool
	paused  time.Time // until when
}

// lookup is one name, for all who ask for it.
type lookup struct {
	done  chan struct{}
	there bool
	fetch sync.Once
	value []byte
}

func newLookups(shared Shared, logger *slog.Logger) *lookups {
	l := &lookups{
		shared: shared, logger: logger, waiting: map[string]*lookup{}, places: make(chan struct{}, lookupFetches),
		warn: rate.Sometimes{First: 1, Interval: time.Minute},
	}
	l.ctx, l.end = context.WithCancel(context.Background())
	return l
}

// get returns the value of an address, or nil. It may wait.
func (l *lookups) get(address string) []byte {
	asked := l.join(address)
	if asked == nil {
		return nil
	}
	<-asked.done
	if asked.there {
		asked.fetch.Do(func() { asked.value = l.fetch(address) })
	}
	return asked.value
}

// join has a name looked up together with others; nil where there are too many.
func (l *lookups) join(address string) *lookup {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.waiting[address]; known != nil {
		return known
	}
	if len(l.waiting) >= lookupWaits || time.Now().Before(l.paused) || l.ctx.Err() != nil {
		return nil
	}
	asked := &lookup{done: make(chan struct{})}
	l.waiting[address] = asked
	if !l.busy {
		l.busy = true
		l.asking.Go(l.ask)
	}
	return asked
}

// ask asks the table for all names that wait, until none does.
func (l *lookups) ask() {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-pause.C:
		case <-l.ctx.Done():
		}
		pause.Reset(lookupEvery)
		l.mu.Lock()
		batch := l.waiting
		l.waiting = map[string]*lookup{}
		l.busy = len(batch) > 0
		l.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		l.answer(batch)
	}
}

func (l *lookups) answer(batch map[string]*lookup) {
	names := make([]string, 0, len(batch))
	for name := range batch {
		names = append(names, name)
	}
	ctx, cancel := context.WithTimeout(l.ctx, lookupLimit)
	defer cancel()
	there, err := l.shared.Find(ctx, names)
	if err != nil {
		l.failed(err)
	}
	for _, name := range there {
		if asked := batch[name]; asked != nil {
			asked.there = true
		}
	}
	for _, asked := range batch {
		close(asked.done)
	}
}

func (l *lookups) fetch(address string) []byte {
	ctx, cancel := context.WithTimeout(l.ctx, lookupLimit)
	defer cancel()
	select {
	case l.places <- struct{}{}:
		defer func() { <-l.places }()
	case <-ctx.Done():
		return nil
	}
	value, err := l.shared.Get(ctx, address)
	if err != nil {
		l.failed(err)
		return nil
	}
	opened := open(address, value)
	if opened == nil && value != nil {
		l.warn.Do(func() { l.logger.Warn("a file in the database is damaged; it is not served", "address", address) })
	}
	return opened
}

func (l *lookups) failed(err error) {
	if l.ctx.Err() != nil {
		return
	}
	l.mu.Lock()
	l.paused = time.Now().Add(lookupPause)
	l.mu.Unlock()
	l.warn.Do(func() {
		l.logger.Warn("the database cannot be asked for files of other nodes; pages of theirs may miss some", "error", err)
	})
}

func (l *lookups) close() {
	l.end()
	l.asking.Wait()
}

// sealed is a value with a checksum over it and its address before it.
func sealed(address string, value []byte) []byte {
	sum := checksum(address, value)
	return append(sum[:], value...)
}

// open returns the value of what sealed wrote, or nil.
func open(address string, stored []byte) []byte {
	if len(stored) <= sha256.Size {
		return nil
	}
	value := stored[sha256.Size:]
	if sum := checksum(address, value); !bytes.Equal(sum[:], stored[:sha256.Size]) {
		return nil
	}
	return value
}

func checksum(address string, value []byte) [sha256.Size]byte {
	key := keyOf(address)
	return sha256.Sum256(append(key[:], value...))
}
