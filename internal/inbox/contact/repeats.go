package contact

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
	"unicode"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// A text with fewer letters may well be the same by chance.
	shortestRepeat = 40
	// So many letters in a row that are the same are no chance either.
	shingle = 16
	// So many pieces of a text are compared, and so many of them must be known.
	sketchSize, sketchKnown = 32, 22
	repeatMemory            = time.Hour
	repeatPieces            = 40_000
	// More addresses are not told apart.
	manySenders = 6
)

// letters returns the letters of a text in lower case, without digits, spaces
// and punctuation: what programs change from one text to the next.
func letters(text string) []rune {
	all := make([]rune, 0, len(text))
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			all = append(all, unicode.ToLower(r))
		}
	}
	return all
}

// repeats remembers who sent nearly the same words lately. Of each text it knows
// thirty-two pieces of sixteen letters, chosen by their hashes (the bottom-k sketch of
// A. Broder, 1997): texts that differ in a name, a number, or what stands at
// their end have most of these pieces in common, and other texts have none.
type repeats struct {
	seed uint64

	mu     sync.Mutex
	pieces *simplelru.LRU[uint64, *repeat]
}

// repeat is who sent a piece of text, and how often: hashes only.
type repeat struct {
	first   time.Time
	senders []timesOf
}

type timesOf struct {
	sender sender
	times  int
}

func newRepeats() *repeats {
	pieces, err := simplelru.NewLRU[uint64, *repeat](repeatPieces, nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	return &repeats{seed: rand.Uint64(), pieces: pieces}
}

// count notes who sent a text. It returns how many senders there were, as far as
// it matters, and how often this one did; zero where the text is too short to say anything.
func (r *repeats) count(text []rune, from sender, now time.Time) (senders, times int) {
	if len(text) < shortestRepeat {
		return 0, 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var counts, own []int
	for _, piece := range r.sketch(text) {
		known, ok := r.pieces.Get(piece)
		if !ok || now.Sub(known.first).Abs() >= repeatMemory {
			known = &repeat{first: now}
			r.pieces.Add(piece, known)
		}
		own = append(own, known.sentBy(from))
		counts = append(counts, len(known.senders))
	}
	return mostHave(counts), mostHave(own)
}

// sentBy counts a sender, and returns how often it sent the piece; zero for one too many.
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

// mostHave returns the greatest number that enough of the pieces reach.
func mostHave(counts []int) int {
	slices.Sort(counts)
	return counts[len(counts)-(len(counts)*sketchKnown+sketchSize-1)/sketchSize]
}

// sketch returns the pieces with the smallest hashes, each once.
func (r *repeats) sketch(text []rune) []uint64 {
	const base = 0x9E3779B97F4A7C15
	var power uint64 = 1
	for range shingle {
		power *= base
	}
	smallest := make([]uint64, 0, sketchSize+1)
	var rolling uint64
	for i, letter := range text {
		rolling = rolling*base + uint64(letter)
		if i >= shingle {
			rolling -= power * uint64(text[i-shingle])
		}
		if i < shingle-1 {
			continue
		}
		piece := mix(rolling ^ r.seed)
		at, known := slices.BinarySearch(smallest, piece)
		if known || at == sketchSize {
			continue
		}
		smallest = slices.Insert(smallest, at, piece)
		smallest = smallest[:min(len(smallest), sketchSize)]
	}
	return smallest
}

// mix is the finaliser of SplitMix64: it spreads what is near to each other.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
