package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// progressBar shows how far a long command is, in one line of a terminal that
// is drawn again and again. Anywhere else it shows nothing.
type progressBar struct {
	out   io.Writer
	width func() int // nil where nobody looks
	now   func() time.Time

	mu    sync.Mutex
	drawn time.Time
	line  string
}

// How often it is drawn: more often nobody sees.
const barPause = 100 * time.Millisecond

func newProgressBar(out io.Writer, quiet bool) *progressBar {
	b := &progressBar{out: out, now: time.Now}
	if file, ok := out.(*os.File); ok && !quiet && term.IsTerminal(int(file.Fd())) {
		b.width = func() int {
			if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 {
				return columns
			}
			return 80
		}
	}
	return b
}

// show draws the bar, unless it was drawn a moment ago.
func (b *progressBar) show(done, all int) {
	if b.width == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	if done < all && now.Sub(b.drawn) < barPause {
		return
	}
	b.drawn = now
	b.draw(barLine(done, all, b.width()))
}

// barLine is one column narrower than the terminal, so that it never wraps.
func barLine(done, all, width int) string {
	digits := len(fmt.Sprint(all))
	numbers := fmt.Sprintf(" %*d/%d files, %3d%%", digits, done, all, 100*done/max(all, 1))
	room := min(width-1-len(numbers)-2, 40)
	if room < 5 {
		return strings.TrimSpace(numbers)[:max(0, min(len(strings.TrimSpace(numbers)), width-1))]
	}
	full := room * done / max(all, 1)
	return "[" + strings.Repeat("#", full) + strings.Repeat("-", room-full) + "]" + numbers
}

func (b *progressBar) draw(line string) {
	// Where the terminal is gone there is nobody to tell.
	_, _ = fmt.Fprint(b.out, "\r\x1b[K"+line)
	b.line = line
}

// clear takes the bar away.
func (b *progressBar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != "" {
		b.draw("")
	}
}

// Write puts whole lines above the bar: messages that cannot wait.
func (b *progressBar) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	line := b.line
	if line != "" {
		b.draw("")
	}
	n, err := b.out.Write(text)
	if line != "" {
		b.draw(line)
	}
	return n, err
}
