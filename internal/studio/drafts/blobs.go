package drafts

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/slug"
)

// ChunkSize is how many bytes arrive at once, but for the last ones.
const ChunkSize = 256 << 10

const (
	maxBlobs  = 1 << 30        // bytes of all that arrive, or are drafts
	maxNames  = 1000           // files of one name
	maxName   = 60             // characters of a name that is made
	keptBlobs = 24 * time.Hour // how long one waits that no draft names, since its last chunk
)

// blobTables hold the bytes of pictures and downloads that are not in the folder, as they arrive. They go when no draft
// and no interrupted publication names them any more. What was published comes back from the history, for as long as
// that keeps it.
const blobTables = `
CREATE TABLE IF NOT EXISTS blobs (sum TEXT PRIMARY KEY, size INTEGER NOT NULL, arrived INTEGER NOT NULL,
	touched INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS chunks (sum TEXT NOT NULL REFERENCES blobs ON DELETE CASCADE, n INTEGER NOT NULL,
	data BLOB NOT NULL, PRIMARY KEY (sum, n)) STRICT;`

// ErrOffset says that a chunk does not continue what has arrived.
var ErrOffset = errors.New("the next part begins elsewhere")

// Begin makes room for bytes, and returns how many of them are there already.
func (s *Store) Begin(ctx context.Context, sum Sum, size int64) (arrived int64, err error) {
	if size <= 0 {
		return 0, &Refused{Err: errors.New("the file is empty")}
	}
	return arrived, s.write(ctx, func(t *tx) error {
		if err := t.sweep(); err != nil {
			return err
		}
		var known int64
		err := t.One(`INSERT INTO blobs VALUES (?, ?, 0, ?) ON CONFLICT DO UPDATE SET touched = excluded.touched
			RETURNING size, arrived`, nameOf(sum), size, t.Now().UnixMilli()).Scan(&known, &arrived)
		if err == nil && known != size {
			err = &Refused{Err: errors.New("the same bytes were announced with another size")}
		}
		if err != nil {
			return err
		}
		return t.hasRoom(size - arrived)
	})
}

// hasRoom returns why no more bytes are taken. What was announced is none yet: it may never come.
func (t *tx) hasRoom(more int64) error {
	var all int64
	err := t.One(`SELECT sum(arrived) FROM blobs`).Scan(&all)
	if err == nil && all+more > maxBlobs {
		err = &Refused{Err: errors.New("too many files are not published: publish something first")}
	}
	return err
}

// Forget gives up what has not arrived as a whole.
func (s *Store) Forget(ctx context.Context, sum Sum) error {
	return s.write(ctx, func(t *tx) error {
		return t.Do(`DELETE FROM blobs WHERE sum = ? AND arrived < size`, nameOf(sum))
	})
}

// Append adds a chunk, which is on disk then, and returns how many bytes are there. With the last one the bytes have to
// be those of the sum; others are forgotten.
func (s *Store) Append(ctx context.Context, sum Sum, at int64, data []byte) (arrived int64, err error) {
	var bad error
	err = s.write(ctx, func(t *tx) error {
		var size int64
		err := t.One(`SELECT size, arrived FROM blobs WHERE sum = ?`, nameOf(sum)).Scan(&size, &arrived)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrOffset
		}
		if err != nil {
			return err
		}
		if at != arrived || int64(len(data)) != min(ChunkSize, size-at) || len(data) == 0 {
			return ErrOffset
		}
		if err = t.hasRoom(int64(len(data))); err != nil {
			return err
		}
		arrived += int64(len(data))
		err = errors.Join(
			t.Do(`INSERT INTO chunks VALUES (?, ?, ?)`, nameOf(sum), at/ChunkSize, data),
			t.Do(`UPDATE blobs SET arrived = ?, touched = ? WHERE sum = ?`, arrived, t.Now().UnixMilli(), nameOf(sum)))
		if err != nil || arrived < size {
			return err
		}
		hash := sha256.New()
		for n := int64(0); n*ChunkSize < size && err == nil; n++ {
			var chunk []byte
			err = t.One(`SELECT data FROM chunks WHERE sum = ? AND n = ?`, nameOf(sum), n).Scan(&chunk)
			hash.Write(chunk)
		}
		if err == nil && Sum(hash.Sum(nil)) != sum {
			arrived, bad = 0, &Refused{Err: errors.New("what arrived is not the file that was announced")}
			err = t.Do(`DELETE FROM blobs WHERE sum = ?`, nameOf(sum))
		}
		return err
	})
	return arrived, errors.Join(err, bad)
}

// Sum is the SHA-256 of bytes.
type Sum = history.Sum

func nameOf(sum Sum) string { return hex.EncodeToString(sum[:]) }

// Bytes finds what has arrived, or what the history keeps.
func (s *Store) Bytes(sum Sum) (*memfs.File, error) {
	var size int64
	err := s.DB.QueryRowContext(context.Background(), `SELECT size FROM blobs WHERE sum = ? AND arrived = size`,
		nameOf(sum)).Scan(&size)
	if errors.Is(err, sql.ErrNoRows) {
		err = &Refused{Err: errors.New("the bytes of this file have not arrived, or are kept no more")}
	}
	if err != nil {
		return nil, err
	}
	open := func() (memfs.Reader, error) {
		b := &blob{db: s.DB, sum: nameOf(sum), n: -1}
		return reader{io.NewSectionReader(b, 0, size)}, nil
	}
	return &memfs.File{Size: size, Open: open, Sys: osfile.StampOfSum(sum)}, nil
}

// blob reads chunks, and keeps the last one.
type blob struct {
	db    *sql.DB
	sum   string
	n     int64
	chunk []byte
}

type reader struct{ *io.SectionReader }

func (reader) Close() error { return nil }

// ReadAt implements io.ReaderAt, for one caller at a time.
func (b *blob) ReadAt(p []byte, at int64) (read int, err error) {
	for read < len(p) {
		place := at + int64(read)
		if n := place / ChunkSize; n != b.n {
			b.n, b.chunk = -1, nil
			err = b.db.QueryRowContext(context.Background(), `SELECT data FROM chunks WHERE sum = ? AND n = ?`, b.sum, n).
				Scan(&b.chunk)
			if errors.Is(err, sql.ErrNoRows) {
				err = io.EOF
			}
			if err != nil {
				return read, err
			}
			b.n = n
		}
		some := copy(p[read:], b.chunk[min(place%ChunkSize, int64(len(b.chunk))):])
		if some == 0 {
			return read, io.EOF
		}
		read += some
	}
	return read, nil
}

// sweep forgets what nothing names. What was named once goes at once, what still arrives after a while.
func (t *tx) sweep() error {
	var isIdle bool
	before := t.Now().Add(-keptBlobs).UnixMilli()
	err := t.One(`SELECT EXISTS (SELECT 1 FROM blobs WHERE touched < ?)`, before).Scan(&isIdle)
	if err != nil || !isIdle {
		return err
	}
	all, err := t.loadAll()
	pending, failed := t.publications(false)
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	named := []string{}
	note := func(text []byte) {
		if sum, ok := media.SumIn(text); ok {
			named = append(named, nameOf(sum))
		}
	}
	for _, st := range all {
		note(st.Draft)
	}
	for _, p := range pending {
		for _, file := range p.Files {
			note(file.After)
		}
	}
	kept, err := json.Marshal(named)
	return errors.Join(err, t.Do(`DELETE FROM blobs WHERE touched < ? AND sum NOT IN (SELECT value FROM json_each(?))`,
		before, string(kept)))
}

// checkSum returns why a picture or download cannot become another one. What is named from now on goes with its name.
func (t *tx) checkSum(st *state, c yamldoc.Change) error {
	text := bytesOf(c.Value)
	sum, ok := media.SumIn(text)
	switch {
	case c.At != "" || c.Op != "set" && c.Op != "unset" || c.Op == "set" && !ok:
		return errors.New("a picture or a file is replaced as a whole")
	case c.Op == "unset" || same(text, st.Base) || same(text, st.now):
		return nil
	}
	_, err := t.Bytes(sum)
	return errors.Join(err, t.Do(`UPDATE blobs SET touched = 0 WHERE sum = ?`, nameOf(sum)))
}

// bringBack puts aside what the history keeps, so that a draft can name it.
func (s *Store) bringBack(ctx context.Context, sum Sum) (err error) {
	if _, err := s.Bytes(sum); err == nil {
		return nil
	}
	kept, err := s.Config.History.Open(sum)
	if err != nil {
		return &Refused{Err: fmt.Errorf("it is kept no more: %w", err)}
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	data, err := io.ReadAll(kept)
	at := int64(0)
	if err == nil {
		at, err = s.Begin(ctx, sum, int64(len(data)))
	}
	for err == nil && at < int64(len(data)) {
		at, err = s.Append(ctx, sum, at, data[at:min(at+ChunkSize, int64(len(data)))])
	}
	return err
}

// Place makes a draft of what has arrived: of a file, or of a new one in a folder, under a name that no file has. Bytes
// that are in the folder already stay what they are. What is there, and its sums, are as somebody sees it.
func (s *Store) Place(
	ctx context.Context, by, at, name string, sum Sum, there map[string]Sum,
) (file string, found []Conflict, err error) {
	arrived, err := s.Bytes(sum)
	if err != nil {
		return "", nil, err
	}
	text, replaces := media.SumText(sum), media.IsSummed(at)
	for file, known := range there {
		if !replaces && known == sum && strings.HasPrefix(file, at+"/") {
			return file, nil, nil
		}
	}
	stem, ending := nameIn(at, name)
	made := at
	if !replaces {
		made = at + "/" + stem + ending
	}
	looked := media.LookAt(made, arrived)
	if looked.Code != "" {
		return "", nil, refusal(looked)
	}
	if ending == anyPicture && !replaces {
		ending = "." + looked.Type.Extension
		made = at + "/" + stem + ending
	}
	for n := 1; n <= maxNames; n++ {
		if n > 1 {
			made = fmt.Sprintf("%s/%s-%d%s", at, stem, n, ending)
		}
		now, draft, err := s.File(ctx, made)
		if err != nil || same(draft, text) {
			return made, nil, err
		}
		isTaken := now != nil || draft != nil
		for other := range there {
			isTaken = isTaken || strings.EqualFold(other, made)
		}
		if isTaken && !replaces {
			continue
		}
		change := yamldoc.Change{Op: "set", Value: textOf(text), Old: textOf(draft)}
		_, found, err = s.Patch(ctx, by, []Change{{File: made, Change: change}})
		if err != nil || len(found) == 0 || replaces {
			return made, found, err
		}
	}
	return "", nil, &Refused{Err: fmt.Errorf("there are too many files called %.100q", stem)}
}

// Announced returns why a file cannot be put into a folder, or in the place of another one, by its size alone.
func Announced(at, name string, size int64) error {
	if !media.IsSummed(at) {
		stem, ending := nameIn(at, name)
		at += "/" + stem + ending
	}
	if !isName(at) || !media.IsSummed(at) {
		looked := media.LookAt(at, memfs.Bytes([]byte{0}))
		if looked.Code != "" && media.KindOf(path.Dir(tree.Below(at))) == media.Download {
			return refusal(looked) // its ending is none that is served
		}
		return &Refused{Err: fmt.Errorf("%.100q is no place for a picture or a file", at)}
	}
	if size > media.LimitOf(at) {
		return refusal(media.LookAt(at, &memfs.File{Size: size, Open: memfs.Bytes(nil).Open}))
	}
	return nil
}

func refusal(looked *media.File) error {
	return &Refused{Err: errors.New(strings.TrimSpace(looked.Message + " " + looked.Hint))}
}

// anyPicture stands for the ending of a picture, which its bytes say.
const anyPicture = ".jpg"

var reserved = regexp.MustCompile(`^(con|prn|aux|nul|com\d|lpt\d)$`) // by Windows

// nameIn returns what a file is called in a folder, from how it is called elsewhere.
func nameIn(folder, name string) (stem, ending string) {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	kind, ending := "file", strings.ToLower(path.Ext(name))
	stem = strings.TrimSuffix(name, path.Ext(name))
	if media.KindOf(tree.Below(folder)) == media.Picture {
		kind, ending = "picture", anyPicture
	}
	stem = slug.Name(kind, stem, "")
	if reserved.MatchString(stem) {
		stem = kind + "-" + stem
	}
	return strings.Trim(stem[:min(len(stem), maxName)], "-"), ending
}
