package studio

import (
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// sumOf reads the SHA-256 that a request names.
func (r *request) sumOf() (sum drafts.Sum, err error) {
	data, err := hex.DecodeString(r.sent.Sum)
	if err != nil || len(data) != len(sum) {
		return sum, failure{http.StatusBadRequest, site.CodeBadRequest, "The sum is no SHA-256.", nil}
	}
	return drafts.Sum(data), nil
}

// upload begins to take a file, for a folder or in place of another one, or goes on with it: the same call tells after
// a gap what is there. A file that is there as a whole becomes a draft at once.
func (r *request) upload() (any, error) {
	sum, err := r.sumOf()
	if err == nil {
		err = drafts.Announced(r.sent.File, r.sent.Name, r.sent.Size)
	}
	if err != nil {
		return nil, err
	}
	arrived, err := r.Drafts.Begin(r.Context(), sum, r.sent.Size)
	return r.taken(sum, arrived, r.sent.Size, err)
}

// uploadChunk takes the next part of a file, and what it says of where that begins.
func (r *request) uploadChunk() (any, error) {
	sum, err := r.sumOf()
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	at, err := strconv.ParseInt(query.Get("at"), 10, 64)
	size, failed := strconv.ParseInt(query.Get("size"), 10, 64)
	if err = errors.Join(err, failed); err != nil {
		return nil, failure{http.StatusBadRequest, site.CodeBadRequest, "The part does not say where it belongs.", nil}
	}
	data, err := io.ReadAll(http.MaxBytesReader(r.w, io.NopCloser(r.Body), drafts.ChunkSize))
	if err != nil {
		return nil, failure{http.StatusRequestEntityTooLarge, "too_large", "That is too much at once.", nil}
	}
	arrived, err := r.Drafts.Append(r.Context(), sum, at, data)
	if errors.Is(err, drafts.ErrOffset) {
		return nil, failure{http.StatusConflict, "elsewhere", "The next part begins elsewhere.", object{"arrived": arrived}}
	}
	return r.taken(sum, arrived, size, err)
}

// uploadEnd gives up a file that is on its way.
func (r *request) uploadEnd() (any, error) {
	sum, err := r.sumOf()
	if err == nil {
		err = r.Drafts.Forget(r.Context(), sum)
	}
	return nil, err
}

// taken answers with how much has arrived or, where that is all, with the file that it becomes.
func (r *request) taken(sum drafts.Sum, arrived, size int64, err error) (any, error) {
	if err != nil || arrived < size {
		return object{"arrived": arrived, "chunk": drafts.ChunkSize}, err
	}
	folder := tree.FolderOf(r.sent.File)
	there := map[string]drafts.Sum{}
	for _, one := range r.edition.Media(folder) {
		there[one.Path] = one.Hash
	}
	file, conflicts, err := r.Drafts.Place(r.Context(), r.session.Person.Email, r.sent.File, r.sent.Name, sum, there)
	if err == nil && len(conflicts) > 0 {
		err = inTheWay(conflicts)
	}
	return object{"file": file, "src": strings.TrimPrefix(file, folder+"/")}, err
}

// use is where a file names a picture or a download: the whole text that it stands in.
type use struct {
	File string `json:"file"`
	At   string `json:"at"`
	Text string `json:"text"`
	Site string `json:"site"`
}

// media returns the pictures and the downloads of a site, and where its files, or those of others, name them.
func (r *request) media() (any, error) {
	folder := tree.FolderOf(r.of.Folder)
	uses := r.uses(folder)
	noting := []string{} // the files of what is known of pictures, in each language
	for _, file := range r.edition.Files() {
		if path.Base(file.Path) == "images.yaml" && tree.FolderOf(file.Path) == folder {
			noting = append(noting, file.Path)
		}
	}
	all := []object{}
	for _, one := range r.edition.Media(folder) {
		_, drafted := r.drafted[one.Path]
		notes := []object{} // which are of nothing without it
		for _, file := range noting {
			if value, noted := r.tree(file).At(one.Src()); noted {
				notes = append(notes, object{"file": file, "at": one.Src(), "value": value})
			}
		}
		all = append(all, object{
			"file": one.Path, "src": one.Src(), "size": one.Size, "sum": hex.EncodeToString(one.Hash[:]),
			"width": one.Width, "height": one.Height, "lasting": one.Lasting(), "problem": one.Message,
			"changed": drafted, "uses": append([]use{}, uses[one.Src()]...), "notes": notes,
		})
	}
	return object{"folder": folder, "media": all, "edit": r.mayFile(people.Edit, folder+"/images")}, nil
}

// uses returns where pictures and downloads of a folder are named, by how its own files name them.
func (r *request) uses(folder string) map[string][]use {
	found := map[string][]use{}
	names := map[string]bool{}
	for _, one := range r.edition.Media(folder) {
		names[one.Src()] = true
	}
	for _, file := range r.edition.Files() {
		data, err := r.bytes(file.Path)
		if err != nil || !r.mayFile(people.View, file.Path) ||
			!strings.Contains(string(data), "images/") && !strings.Contains(string(data), "files/") {
			continue
		}
		isOwn := tree.FolderOf(file.Path) == folder // which may leave out the folder
		r.tree(file.Path).Texts(func(at, text string) {
			whole, _, _ := strings.Cut(text, "#")
			for _, name := range append(named.FindAllString(text, -1), whole) { // as Markdown names files, or as a whole
				src, isNamed := strings.CutPrefix(name, folder+":")
				one := use{file.Path, at, text, file.Site}
				if (isOwn || isNamed) && names[src] && !slices.Contains(found[src], one) {
					found[src] = append(found[src], one)
				}
			}
		})
	}
	return found
}

// named matches how texts name files of sites, with a folder before it.
var named = regexp.MustCompile(`(?:[\w.-]+:)?(?:images|files)/[^\s"'()<>#?|]+`)
