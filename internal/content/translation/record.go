package translation

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/tree"
)

// Record holds the hashes of original texts as they were when they were translated, by file and path.
type Record map[string]map[string]string

const recordHead = `# Written by "marquee translations": which words of the original each translation is of.
# Keep it with the content.
# After a merge that is unclear, take the lines of both sides.
`

// Hash is a short hash of a text: letters and the digits 2 to 7, so that no YAML takes it for a number.
func Hash(words string) string {
	sum := sha256.Sum256([]byte(words))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}

// ReadRecord reads the record in a file, which may be missing.
func ReadRecord(fsys fs.FS, name string) (Record, error) {
	made := Record{}
	data, err := fs.ReadFile(fsys, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	file := ""
	for line := range strings.Lines(string(data)) {
		switch parts := recordLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); {
		case parts == nil, parts[2] != "" && file == "":
			return nil, fmt.Errorf("read %s: %q is no line of it", name, strings.TrimSpace(line))
		case parts[1] != "":
			if file = parts[1]; made[file] == nil {
				made[file] = map[string]string{}
			}
		case parts[2] != "":
			made[file][parts[2]] = parts[3]
		}
	}
	return made, nil
}

// recordLine is a comment, the name of a file, or a path with the hash of its text.
var recordLine = regexp.MustCompile(`^(?:#.*|(\S.*):|  (.+): ([a-z2-7]{10}))?$`)

// Done notes that the texts of files are up to date, and forgets all else of these files. It returns how many those
// are: where there is no translation at all, none is recorded.
func (r Record) Done(texts []Text) (count int) {
	for i := range texts {
		file, _ := texts[i].key()
		delete(r, file)
	}
	for i := range texts {
		if texts[i].there {
			r.Note(&texts[i])
			count++
		}
	}
	return count
}

// RecordName is the name of the file of a record, in the folder of the language.
const RecordName = tree.TranslationRecord

// Note records that the translation of a text is up to date.
func (r Record) Note(t *Text) {
	file, path := t.key()
	if r[file] == nil {
		r[file] = map[string]string{}
	}
	r[file][path] = Hash(t.Words)
}

// Bytes returns the record as its file.
func (r Record) Bytes() []byte {
	var out strings.Builder
	out.WriteString(recordHead)
	for _, file := range slices.Sorted(maps.Keys(r)) {
		fmt.Fprintf(&out, "%s:\n", file)
		for _, path := range slices.Sorted(maps.Keys(r[file])) {
			fmt.Fprintf(&out, "  %s: %s\n", path, r[file][path])
		}
	}
	return []byte(out.String())
}
