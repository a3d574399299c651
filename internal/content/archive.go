package content

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/evenlight/marquee/internal/content/document"
)

// archive keeps decoded values on disk, because reading a value takes a tenth
// of the time of decoding its file: a start with ten thousand pages takes half
// a second instead of two.
//
// It is one file, which is replaced whole. A value is found by the sum of the
// bytes that it was decoded from and by the kind of the file. The archive of
// another program, of an older version of this one too, is none: it carries a
// sum of the whole executable file, since any change of a type, a rule or the
// parser may change a value. Each value carries a check sum of its own, so that
// a damaged or cut archive loses what is damaged and no more.
//
// It is a help and nothing else. It may be deleted at any time; where it cannot
// be read or written, that is logged once, and files are decoded.
type archive struct {
	dir    string // empty: nothing is kept
	logger *slog.Logger

	load    func() // reads the file, once
	build   [16]byte
	entries map[archiveKey][]byte // packed values with their check sums; nil after the first load
	mu      sync.Mutex            // guards entries

	writing    sync.Mutex // held while the file is written
	background sync.WaitGroup
	off        atomic.Bool // it was not possible once, and that was logged
}

type archiveKey struct {
	sum  [sha256.Size]byte
	kind kind
}

const (
	archiveName  = "decoded"
	archiveMagic = "marquee decoded\n"
	// More than all content files may have.
	maxArchive = 128 << 20
	// The file is written anew when it lacks so small a part of the files, for
	// each save would write it otherwise.
	archiveLack = 50
	// Files that a process left behind when it ended while writing.
	archiveLeft = time.Hour
)

func newArchive(dir string) *archive {
	a := &archive{dir: dir, logger: slog.New(slog.DiscardHandler)}
	a.load = sync.OnceFunc(a.read)
	return a
}

// begin reads the archive beside what else goes on. It must be the first call.
func (a *archive) begin(logger *slog.Logger) {
	a.logger = logger
	if a.dir != "" {
		a.background.Go(a.load)
	}
}

// get returns what was packed of a file with these bytes, or nil. It is safe for concurrent use.
func (a *archive) get(sum [sha256.Size]byte, k kind) []byte {
	if a.dir == "" {
		return nil
	}
	a.load()
	a.mu.Lock()
	key := archiveKey{sum, k}
	checked := a.entries[key]
	a.mu.Unlock()
	if checked == nil || binary.LittleEndian.Uint64(checked) != key.check(checked[8:]) {
		return nil
	}
	return checked[8:]
}

// check is the check sum of a value; a value that stands under another key is damaged, too.
func (k archiveKey) check(packed []byte) uint64 {
	var digest xxhash.Digest
	digest.Reset()
	// A hash takes all that is written.
	_, _ = digest.Write(k.sum[:])
	_, _ = digest.Write([]byte{byte(k.kind)})
	_, _ = digest.Write(packed)
	return digest.Sum64()
}

// fail notes that the archive is of no use, and says so once.
func (a *archive) fail(what string, err error) {
	if !a.off.Swap(true) {
		a.logger.Warn(what, "folder", a.dir, "error", err)
	}
}

func (a *archive) read() {
	build, err := buildSum()
	if err != nil {
		a.fail("decoded content is not kept", err)
		return
	}
	a.build = build
	opened, err := os.Open(filepath.Join(a.dir, archiveName))
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		a.fail("decoded content is not kept", err)
		return
	}
	info, err := opened.Stat()
	var data []byte
	if err == nil && info.Mode().IsRegular() && info.Size() <= maxArchive {
		data = make([]byte, info.Size())
		_, err = io.ReadFull(opened, data)
	}
	if err = errors.Join(err, opened.Close()); err != nil {
		a.logger.Warn("kept content cannot be read: all of it is decoded anew", "folder", a.dir, "error", err)
		return
	}
	a.entries = index(data, a.build)
}

// index finds the values in an archive, as far as it goes on as it should.
func index(data []byte, build [16]byte) map[archiveKey][]byte {
	entries := map[archiveKey][]byte{}
	rest, ours := bytes.CutPrefix(data, append([]byte(archiveMagic), build[:]...))
	if !ours {
		return entries
	}
	const head = sha256.Size + 1 + 4
	for len(rest) >= head+8 {
		key := archiveKey{sum: [sha256.Size]byte(rest), kind: kind(rest[sha256.Size])}
		length := int64(binary.LittleEndian.Uint32(rest[sha256.Size+1:])) + 8
		rest = rest[head:]
		if length > int64(len(rest)) {
			break
		}
		entries[key], rest = rest[:length:length], rest[length:]
	}
	return entries
}

// keep writes the values of the files in the background, if the archive lacks
// enough of them. It is called when they are live: a start that is refused
// leaves nothing behind.
func (a *archive) keep(files map[string]*file) {
	if a.dir == "" {
		return
	}
	a.mu.Lock()
	a.entries = nil // for another use of the memory
	a.mu.Unlock()
	if a.off.Load() {
		return
	}
	list, lacks := make([]*file, 0, len(files)), 0
	for _, f := range files {
		if len(f.problems) > 0 {
			continue
		}
		list = append(list, f)
		if !f.kept.Load() {
			lacks++
		}
	}
	if lacks == 0 || lacks*archiveLack < len(list) || !a.writing.TryLock() {
		return
	}
	a.background.Go(func() {
		defer a.writing.Unlock()
		if err := a.write(list); err != nil {
			a.fail("decoded content is not kept", err)
		}
	})
}

// wait returns when nothing is read or written any more.
func (a *archive) wait() { a.background.Wait() }

func (a *archive) write(files []*file) (err error) {
	slices.SortFunc(files, func(a, b *file) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return err
	}
	a.sweep()
	made, err := os.CreateTemp(a.dir, archiveName+"-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(made.Name()))
		}
	}()
	if err := a.writeAll(made, files); err != nil {
		return errors.Join(err, made.Close())
	}
	if err := made.Close(); err != nil {
		return err
	}
	// Without a sync: what a power cut leaves of the file is damaged at worst.
	if err := os.Rename(made.Name(), filepath.Join(a.dir, archiveName)); err != nil {
		return err
	}
	for _, f := range files {
		f.kept.Store(true)
	}
	return nil
}

func (a *archive) writeAll(out io.Writer, files []*file) error {
	buffered := bufio.NewWriterSize(out, 256<<10)
	_, err := buffered.Write(append([]byte(archiveMagic), a.build[:]...))
	var packed, head []byte
	total := 0
	for i, f := range files {
		if i > 0 && f.hash == files[i-1].hash && f.kind == files[i-1].kind {
			continue
		}
		packed = document.Pack(packed[:0], f.doc)
		key := archiveKey{f.hash, f.kind}
		head = append(append(head[:0], f.hash[:]...), byte(f.kind))
		head = binary.LittleEndian.AppendUint32(head, uint32(len(packed)))
		head = binary.LittleEndian.AppendUint64(head, key.check(packed))
		if total += len(head) + len(packed); total > maxArchive-len(archiveMagic)-len(a.build) {
			break
		}
		_, headErr := buffered.Write(head)
		_, packedErr := buffered.Write(packed)
		if err = errors.Join(err, headErr, packedErr); err != nil {
			return err
		}
	}
	return errors.Join(err, buffered.Flush())
}

// sweep removes what processes left behind that ended while they wrote.
func (a *archive) sweep() {
	left, err := filepath.Glob(filepath.Join(a.dir, archiveName+"-*.tmp"))
	if err != nil {
		return // the name of the folder has signs of patterns: then they stay
	}
	for _, name := range left {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > archiveLeft {
			if err := os.Remove(name); err != nil {
				a.logger.Debug("remove what was left of kept content", "error", err)
			}
		}
	}
}
