package studio

import (
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/tools/scaffold"
)

// isMade reports whether a site has entries of a kind that people begin: what only notes something of a file is no such
// entry, and a language translates those of the original.
func isMade(k *site.Kind, of content.WrittenSite) bool {
	return (k.Noun != "" || k.Own) && (k.Own || of.Original == "")
}

// isWord reports whether the entries of a kind are a text each, under the address that they are for.
func isWord(k *site.Kind) bool { return k.Entry().Kind() == reflect.String || k.Own }

// makeable returns the kinds of content that a site has entries of.
func (r *request) makeable() (any, error) {
	kinds := []object{}
	for _, k := range site.Kinds {
		if isMade(k, r.of) {
			kinds = append(kinds, object{"kind": k.Name, "leads": isWord(k)})
		}
	}
	return kinds, nil
}

// notMade says in words for the person who made it what is wrong with something new.
func notMade(err error) error {
	f := unfit(err.Error())
	switch {
	case errors.Is(err, fs.ErrExist):
		f.code = "taken"
	case errors.Is(err, scaffold.ErrNoAddress):
		f.message = "the title gives no address: write one"
	}
	return f
}

// create begins a page, an entry of a collection or an entry of a kind of content, with words that say what to write.
func (r *request) create() (any, error) {
	var made scaffold.File
	var err error
	r.sent.Title = strings.TrimSpace(r.sent.Title)
	switch folder := r.edition.Folder(); { // where the drafts have their names already
	case r.sent.Kind == "page" && r.sent.Title == "":
		return nil, untitled
	case r.sent.Kind == "page":
		made, err = scaffold.Page(folder, r.of.ID, r.sent.Address, r.sent.Title)
	case strings.HasPrefix(r.sent.Kind, "/"):
		// As YAML: only that has parts beside its text.
		options := scaffold.EntryOptions{Slug: r.sent.Address, YAML: true, Now: r.Drafts.Now()}
		made, err = scaffold.Entry(folder, r.of.ID, r.sent.Kind, r.sent.Title, options)
	default:
		return r.createEntry()
	}
	if err != nil {
		return nil, notMade(err)
	}
	return r.madePage(r.of, made)
}

// madePage makes a new page of a site, unless something else answers at its address.
func (r *request) madePage(of content.WrittenSite, made scaffold.File) (any, error) {
	below := strings.TrimPrefix(made.Name, of.Folder+"/pages")
	at := path.Join(of.Settings.Path, strings.TrimSuffix(below, path.Ext(below)))
	if site.IsReserved(at) || r.ownerOf(of.Space, at) != of.ID {
		return nil, unfit(at + " belongs to another website or language, or to Marquee itself: choose another address")
	}
	return r.made("", fileChange(made.Name, nil, made.Data))
}

var untitled = unfit("the title is empty")

// createEntry begins an entry in the file of its kind.
func (r *request) createEntry() (any, error) {
	i := slices.IndexFunc(site.Kinds, func(k *site.Kind) bool { return k.Name == r.sent.Kind && isMade(k, r.of) })
	if i < 0 {
		return nil, notFound
	}
	k, key, value := site.Kinds[i], r.sent.Address, inJSON(r.sent.To)
	switch {
	case !isWord(k) && r.sent.Title == "":
		return nil, untitled
	case !isWord(k):
		var err error
		if key, err = scaffold.Slug(r.sent.Title, r.of.Settings.Language, key); err != nil {
			return nil, notMade(err)
		}
		b, err := r.beginnerFor(k.Name)
		if err == nil {
			value, err = b.entry(k, r.sent.Title)
		}
		if err != nil {
			return nil, err
		}
	case !strings.HasPrefix(key, "/") || len(key) > maxPath || strings.TrimSpace(r.sent.To) == "":
		return nil, unfit("write the former address as it stood in the address bar, " +
			"such as /our-bread.html, and where it leads")
	}
	change, err := r.put(path.Join(r.of.Folder, k.Name+".yaml"), key, value)
	if err != nil {
		return nil, err
	}
	return r.made(key, change)
}

// setting returns the change that makes a value what some JSON says.
func setting(at, value string) (yamldoc.Change, error) {
	change := yamldoc.Change{Op: "set", At: at, Value: new(yamldoc.Tree)}
	return change, change.Value.UnmarshalJSON([]byte(value))
}

// put returns the change that gives a file a key which it does not have yet. The file is made where there is none.
func (r *request) put(file, key, value string) (change drafts.Change, err error) {
	change.File = file
	if change.Change, err = setting(key, value); err != nil {
		return change, err
	}
	data, err := r.bytes(file)
	if err != nil {
		return change, notMade(err)
	}
	if r.has(file, key) {
		return change, failure{http.StatusUnprocessableEntity, "taken", key + " is there already: choose another name.", nil}
	}
	made, err := yamldoc.Apply(file, data, change.Change, r.Drafts.Order(file))
	if err != nil {
		return change, notMade(err)
	}
	if data == nil {
		return fileChange(file, nil, made), nil
	}
	change.Old = new(yamldoc.Tree)
	return change, nil
}

// made makes what is new, and answers where it is: in which file, and at which address.
func (r *request) made(at string, change drafts.Change) (any, error) {
	made, err := r.patch(change)
	if err != nil {
		return nil, err
	}
	made["file"], made["at"] = change.File, at
	if p, ok := r.pageOf(change.File); ok {
		made["site"], made["path"] = p.Site, p.Path
	}
	return made, nil
}

// pageOf returns the page that a file makes.
func (r *request) pageOf(file string) (page content.WrittenPage, found bool) {
	pages := r.edition.Pages()
	i := slices.IndexFunc(pages, func(p content.WrittenPage) bool { return p.File == file })
	if i < 0 {
		return page, false
	}
	return pages[i], true
}

// duplicate makes a copy of a page or an entry: a draft, under an address and with a title of its own.
func (r *request) duplicate() (any, error) {
	p, isPage := r.pageOf(r.sent.File)
	if !isPage || r.files[r.sent.File].Schema != "page" {
		return nil, notFound
	}
	of, err := r.siteFor(people.Edit, p.Site)
	if err == nil && (p.Path == "" || p.Collection != "") {
		err = unfit("the list of a collection and the page for unknown addresses have no copies")
	}
	if err != nil {
		return nil, err
	}
	title := strings.TrimSpace(r.sent.Title)
	if title == "" || len(title) > maxPath {
		return nil, unfit("the copy needs a title")
	}
	made, err := scaffold.Copy(r.edition.Folder(), of.ID, r.sent.File, r.sent.Address)
	if err != nil {
		return nil, notMade(err)
	}
	changes := []yamldoc.Change{
		{Op: "set", At: "title", Value: yamldoc.TextTree(title)},
		{Op: "unset", At: "aliases"},
		{Op: "unset", At: "translates"}, // which one page alone has
		{Op: "set", At: "draft", Value: yamldoc.TextTree("true")},
	}
	for _, change := range changes {
		if _, there := r.tree(r.sent.File).At(change.At); change.Op == "unset" && !there {
			continue
		}
		if made.Data, err = yamldoc.Apply(made.Name, made.Data, change, r.Drafts.Order(made.Name)); err != nil {
			return nil, notMade(err)
		}
	}
	return r.madePage(of, made)
}

// drop removes a page, an entry or an item. Tried, it changes nothing, and says what would be wrong without it: what
// leads there, and what is made of it.
func (r *request) drop() (any, error) {
	file, known := r.files[r.sent.File]
	if !known {
		return nil, notFound
	}
	change := drafts.Change{File: file.Path, Change: yamldoc.Change{Op: "unset", At: r.sent.At, Old: r.sent.Old}}
	switch {
	case change.At == "" && file.Schema != "page":
		return nil, unfit("this file is no page, and is not removed here")
	case change.At == "": // as it is edited
		data, err := r.bytes(file.Path)
		if err != nil {
			return nil, notMade(err)
		}
		change.Old = yamldoc.TextTree(string(data))
	case strings.HasSuffix(change.At, "]"):
		change.Op = "remove"
	}
	if change.At != "" && !r.has(file.Path, change.At) {
		return nil, notFound
	}
	changes := []drafts.Change{change}
	if to := strings.TrimSpace(r.sent.To); to != "" && change.At == "" {
		redirect, err := r.redirect(file.Path, to)
		if err != nil {
			return nil, err
		}
		changes = append(changes, redirect)
	}
	also := []problem{}
	uses, err := r.without(changes)
	for err == nil { // what is gone from an original is wrong in its translations next
		more, places := r.naming(changes, uses)
		if len(more) == 0 {
			break
		}
		changes, also = append(changes, more...), append(also, places...)
		uses, err = r.without(changes)
	}
	if err != nil || r.sent.Try {
		return object{"uses": uses, "also": also}, err
	}
	return r.patch(changes...)
}

// naming returns the changes that take an entry which is removed first out of what names it, lists and keys, and out of
// its translations, and where these are.
func (r *request) naming(changes []drafts.Change, uses []problem) (more []drafts.Change, places []problem) {
	entry := changes[0]
	for _, use := range slices.Backward(uses) { // the last item of a list first, for the places of the others
		value, there := r.tree(use.File).At(use.At)
		isTranslation := use.At == entry.At && path.Base(use.File) == path.Base(entry.File)
		if entry.At == "" || !there || !isTranslation && value.Text() != entry.At || !r.mayFile(people.Edit, use.File) ||
			slices.ContainsFunc(changes, func(c drafts.Change) bool { return c.File == use.File && c.At == use.At }) {
			continue
		}
		change := drafts.Change{File: use.File, Change: yamldoc.Change{Op: "unset", At: use.At, Old: value}}
		if strings.HasSuffix(use.At, "]") {
			change.Op = "remove"
		}
		more, places = append(more, change), append(places, use)
	}
	return more, places
}

// redirect returns the change that leads from the addresses of a page, also the former ones, to another one.
func (r *request) redirect(file, to string) (change drafts.Change, err error) {
	p, _ := r.pageOf(file)
	of, err := r.siteFor(people.Edit, p.Site)
	if err == nil && p.Path == "" {
		err = notFound
	}
	if err != nil {
		return change, err
	}
	name := path.Join(of.Folder, "redirects.yaml")
	if change, err = r.put(name, p.Path, inJSON(to)); err != nil || len(p.Aliases()) == 0 {
		return change, err
	}
	seen, err := r.bytes(name)
	made := seen
	for _, from := range append([]string{p.Path}, p.Aliases()...) {
		set, failed := setting(from, inJSON(to))
		if err = errors.Join(err, failed); err == nil {
			made, err = yamldoc.Apply(name, made, set, r.Drafts.Order(name))
		}
	}
	return fileChange(name, seen, made), err
}

// without returns the problems that changes bring, at the places that there are then.
func (r *request) without(changes []drafts.Change) (uses []problem, err error) {
	over := maps.Clone(r.drafted)
	for _, change := range changes {
		data, known := over[change.File]
		if !known {
			data, err = r.bytes(change.File)
		}
		switch {
		case err != nil:
		case change.At != "":
			data, err = yamldoc.Apply(change.File, data, change.Change, r.Drafts.Order(change.File))
		case change.Op == "unset":
			data = nil
		default:
			data = []byte(change.Value.Text())
		}
		if err != nil {
			return nil, notMade(err)
		}
		over[change.File] = data
	}
	after, err := r.Trial.With(r.Context(), over)
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(slices.Clone(after.Problems), func(p yamldoc.Problem) bool {
		isOld := slices.ContainsFunc(r.edition.Problems, func(old yamldoc.Problem) bool {
			return old.File == p.File && old.Code == p.Code && old.Message == p.Message // its line may be another one
		})
		return isOld || p.File == changes[0].File && changes[0].At == ""
	})
	then := *r
	then.drafted, then.places = over, map[string]func(line, column int) string{}
	return then.placed(found, ""), nil
}

// shown says when visitors see a page, and on which clock.
func (r *request) shown(p content.WrittenPage, of content.WrittenSite) object {
	moment := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t
	}
	draft, _ := r.tree(p.File).At("draft") // nothing says nothing
	return object{
		"draft": strings.EqualFold(draft.Text(), "true"), "hidden": p.Hidden,
		"from": moment(p.From), "until": moment(p.Until),
		"zone": of.Settings.Location.String(),
	}
}

// maxDays is how long a preview link lasts at most.
const maxDays = 90

// link signs a link by which others see the site with all that is not published of it.
func (r *request) link() (any, error) {
	if r.sent.Days < 1 || r.sent.Days > maxDays {
		return nil, unfit("a link lasts 1 to 90 days")
	}
	p, _ := r.pageOf(r.sent.File)
	of, err := r.siteFor(people.Publish, p.Site)
	if err != nil {
		return nil, err
	}
	if of.Settings.BaseURL == "" {
		return nil, unfit("nobody knows where the website is: site.yaml has no baseURL")
	}
	link := site.PreviewLink{Until: r.Drafts.Now().AddDate(0, 0, r.sent.Days), Edited: true}
	link.Site, _, _ = strings.Cut(p.Site, ".")
	if _, err = r.siteFor(people.Publish, link.Site); err != nil { // it shows all languages
		return nil, err
	}
	token, err := r.Links.Sign(link)
	address := strings.TrimSuffix(of.Settings.BaseURL, "/") + p.Path
	return object{"address": address + "?preview=" + token, "until": link.Until}, err
}

// endLinks ends all preview links, whatever they show: who may do that may publish all sites.
func (r *request) endLinks() (any, error) {
	if !r.session.Person.May(people.Publish, "") {
		return nil, forbidden
	}
	return object{}, r.Links.End()
}
