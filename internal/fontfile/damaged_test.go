//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package fontfile_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/evenlight/marquee/internal/fontfile"
)

func TestDamagedFiles(t *testing.T) {
	good := bytesOf(t, built(t)["Sora"].Faces[1])
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"nothing":     {nil, fontfile.ErrNotWOFF2},
		"a TrueType":  {append([]byte{0, 1, 0, 0}, make([]byte, 200)...), fontfile.ErrNotWOFF2},
		"a WOFF":      {[]byte("wOFF then other things"), fontfile.ErrNotWOFF2},
		"a web page":  {[]byte("<!doctype html><title>Not found</title>"), fontfile.ErrNotWOFF2},
		"a head only": {good[:60], fontfile.ErrDamaged},
		"half of it":  {good[:len(good)/2], fontfile.ErrDamaged},
		"a bomb":      {slices.Concat(good[:16], []byte{0xff, 0xff, 0xff, 0xff}, good[20:]), fontfile.ErrDamaged},
	} {
		if _, err := fontfile.Read(c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	// Whatever byte is wrong, there is an answer.
	for at := 4; at < len(good); at += 97 {
		broken := slices.Clone(good)
		broken[at] ^= 0x5a
		if _, err := fontfile.Read(broken); err != nil && !errors.Is(err, fontfile.ErrDamaged) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	data := bytesOf(b, built(b)["Inter"].Faces[1])
	for b.Loop() {
		if _, err := fontfile.Read(data); err != nil {
			b.Fatal(err)
		}
	}
}
