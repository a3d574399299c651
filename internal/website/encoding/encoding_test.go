package encoding_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

func TestPrepareMakesCodingsThatUnpackToTheBody(t *testing.T) {
	body := []byte(strings.Repeat("<p>Websites That Captivate</p>", 200))
	var group sync.WaitGroup
	for _, effort := range []encoding.Effort{encoding.Fast, encoding.Thorough, encoding.Fast} {
		group.Go(func() {
			r := &site.Representation{ContentType: "text/html; charset=utf-8", Body: body}
			encoding.Prepare(r, effort)
			reader, err := gzip.NewReader(bytes.NewReader(r.Gzip))
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, body) {
				t.Errorf("gzip does not unpack to the body: %v", err)
			}
			if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(r.Brotli))); err != nil || !bytes.Equal(got, body) {
				t.Errorf("brotli does not unpack to the body: %v", err)
			}
		})
	}
	group.Wait()
}

func TestPrepareLeavesOutWhatDoesNotPay(t *testing.T) {
	for name, r := range map[string]*site.Representation{
		"small":              {ContentType: "text/plain", Body: []byte("short")},
		"already compressed": {ContentType: "font/woff2", Body: bytes.Repeat([]byte("x"), 5000)},
	} {
		encoding.Prepare(r, encoding.Fast)
		if r.Gzip != nil || r.Brotli != nil {
			t.Errorf("%s: compressed all the same", name)
		}
		if len(r.ETag) < 10 || r.ETag[0] != '"' {
			t.Errorf("%s: entity tag %s", name, r.ETag)
		}
	}
}

func TestEntityTagsDifferByBytesAndCoding(t *testing.T) {
	a, b := &site.Representation{Body: []byte("a")}, &site.Representation{Body: []byte("b")}
	encoding.Prepare(a, encoding.Fast)
	encoding.Prepare(b, encoding.Fast)
	if a.ETag == b.ETag || a.ETag == a.ETagGzip || a.ETagGzip == a.ETagBrotli {
		t.Errorf("tags: %s %s %s %s", a.ETag, b.ETag, a.ETagGzip, a.ETagBrotli)
	}
}

func TestTheSameBytesAreCodedTheSameWhateverCameBefore(t *testing.T) {
	var large bytes.Buffer
	for n := range 32_000 {
		fmt.Fprintf(&large, ".c%d{margin:%dpx;color:#%06x}\n", n, n%17, n*n%0xffffff)
	}
	quick := encoding.Effort{Gzip: 1, Brotli: encoding.Fast.Brotli}
	var fresh bytes.Buffer
	w := brotli.NewWriterLevel(&fresh, quick.Brotli)
	if _, err := w.Write(large.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for range 4 { // a pool may or may not give back what was put into it
		encoding.Prepare(&site.Representation{ContentType: "text/css", Body: large.Bytes()[:2000]}, quick)
		r := site.Representation{ContentType: "text/css", Body: large.Bytes()}
		encoding.Prepare(&r, quick)
		if !bytes.Equal(r.Brotli, fresh.Bytes()) {
			t.Fatal("after a small file the large one is coded in another way")
		}
	}
}
