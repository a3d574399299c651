package content

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// blob is a file of the tree that is not read into memory: its bytes stay where they
// are. It is shared by all loads that find the same bytes under the same path.
type blob struct {
	path    string
	size    int64
	sum     [sha256.Size]byte
	history *history.History // may have the bytes when the tree has others; may be nil
	seen    atomic.Pointer[sighting]
}

// sighting is where the bytes of a blob were seen last.
type sighting struct {
	tree  fs.FS
	stamp osfile.Stamp
}

// readBlob finds out what a file is without holding it in memory: begin gets its first
// bytes, of which there are at most as many as asked for. Where the bytes are those of
// the blob before, it is that one, and begin is not called.
func (l *Loader) readBlob(ctx context.Context, tree fs.FS, name string, e entry, before *blob, head int, begin func(*blob, []byte)) (_ *blob, err error) {
	file, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	made := &blob{path: name, history: l.options.History}
	first := bytes.NewBuffer(make([]byte, 0, head))
	hash := sha256.New()
	source := io.TeeReader(contextReader{ctx, file}, hash)
	if made.size, err = io.CopyN(first, source, int64(head)); err == nil {
		var rest int64
		rest, err = io.CopyBuffer(io.Discard, onlyReader{source}, make([]byte, 256<<10))
		made.size += rest
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	hash.Sum(made.sum[:0])
	made.seen.Store(&sighting{tree, e.stamp})
	if before != nil && before.sum == made.sum && before.size == made.size {
		before.seen.Store(made.seen.Load())
		return before, nil
	}
	begin(made, first.Bytes())
	return made, nil
}

// open opens the bytes, wherever they are by now. It is a [site.Opener].
func (b *blob) open() (io.ReadSeekCloser, error) {
	seen := b.seen.Load()
	found, err := b.openIn(seen.tree, seen.stamp)
	if err == nil || b.history == nil {
		return found, err
	}
	kept, keptErr := b.history.Open(b.sum)
	if keptErr != nil {
		return nil, err
	}
	return kept, nil
}

// openIn opens the bytes in a tree, where they are there.
func (b *blob) openIn(tree fs.FS, known osfile.Stamp) (_ io.ReadSeekCloser, err error) {
	file, err := tree.Open(b.path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	opened, seeks := file.(io.ReadSeekCloser)
	switch {
	case info.Size() != b.size || !info.Mode().IsRegular():
		return nil, errors.Join(site.ErrFileChanged, file.Close())
	case !seeks:
		return nil, errors.Join(fmt.Errorf("%s cannot be read from the middle", b.path), file.Close())
	case known != (osfile.Stamp{}) && osfile.StampOf(info) == known:
		return opened, nil
	}
	// Its stamp proves nothing: what counts are the bytes.
	hash := sha256.New()
	if _, err = io.Copy(hash, opened); err == nil {
		_, err = opened.Seek(0, io.SeekStart)
	}
	if err == nil && [sha256.Size]byte(hash.Sum(nil)) != b.sum {
		err = site.ErrFileChanged
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	// Whoever asks next, perhaps for a few bytes of a film, need not wait for all of them.
	b.seen.Store(&sighting{tree, osfile.StampOf(info)})
	return opened, nil
}

// served returns the blob as a file of a site.
func (b *blob) served(contentType string) site.File {
	return site.File{ContentType: contentType, Size: b.size, Sum: b.sum, Open: b.open}
}

// contextReader ends with its context.
type contextReader struct {
	ctx context.Context
	io.Reader
}

func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// onlyReader hides all but Read, so that the given buffer is used.
type onlyReader struct{ io.Reader }
