package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/evenlight/marquee/"

// directions says which packages of ours a package may import, and why. A
// package that is not listed fails the test: decide where it belongs.
var directions = map[string]struct {
	may []string
	why string
}{
	"internal/site":                   {nil, "the domain stands alone: the standard library, and what mail calls domains"},
	"internal/booking":                {[]string{"internal/site"}, "what a form books, and when: knows neither content nor mail"},
	"internal/website/encoding":       {[]string{"internal/site"}, "prepares representations, knows nothing of what is in them"},
	"internal/content/yamldoc":        {[]string{"internal/site", "internal/slug", "internal/content/plan", "internal/content/starter", "internal/content/text"}, "one YAML file becomes values of the domain"},
	"internal/content/text":           {[]string{"internal/site"}, "what words mean: knows neither sites nor pages"},
	"internal/content/words":          {[]string{"internal/site"}, "words of the interface in many languages: knows no website"},
	"internal/content/starter":        {nil, "holds templates: knows nothing of how they are filled"},
	"internal/content/watch":          {nil, "notices changed files: needs nothing of ours"},
	"internal/website/publishhook":    {[]string{"internal/osfile"}, "tells what changed: knows no pages"},
	"internal/content/memfs":          {nil, "a file system in memory: needs nothing of ours"},
	"internal/content/history":        {[]string{"internal/content/memfs", "internal/osfile"}, "keeps files by hash: needs nothing of the domain"},
	"internal/content/look":           {[]string{"internal/site", "internal/content/text", "internal/content/yamldoc"}, "reads one style sheet: knows no file"},
	"internal/content/media":          {[]string{"internal/colour", "internal/site", "internal/content/look", "internal/content/memfs", "internal/content/text", "internal/content/yamldoc", "internal/fontfile", "internal/osfile", "internal/slug"}, "says what one file is: knows no other file"},
	"internal/content/plan":           {[]string{"internal/site"}, "what there is to know of each type: has no values"},
	"internal/content/tree":           {[]string{"internal/content/history", "internal/content/look", "internal/content/media", "internal/content/text", "internal/content/yamldoc", "internal/locale", "internal/osfile", "internal/site", "internal/slug"}, "reads and decodes files: knows no website"},
	"internal/content/outline":        {[]string{"internal/colour", "internal/content/history", "internal/content/media", "internal/content/text", "internal/content/tree", "internal/content/words", "internal/content/yamldoc", "internal/locale", "internal/site", "internal/slug"}, "says what there is, and where: knows nothing of what pages show"},
	"internal/content/resolve":        {[]string{"internal/booking", "internal/colour", "internal/content/plan", "internal/content/look", "internal/content/media", "internal/content/outline", "internal/content/text", "internal/content/translation", "internal/content/tree", "internal/content/yamldoc", "internal/fontfile", "internal/locale", "internal/site"}, "makes pages, and looks at them as a whole"},
	"internal/content/translation":    {[]string{"internal/content/outline", "internal/content/plan", "internal/content/tree", "internal/content/yamldoc", "internal/site"}, "compares a site with its translations: meets no page that is made"},
	"internal/content":                {[]string{"internal/content/history", "internal/content/media", "internal/content/memfs", "internal/content/outline", "internal/content/plan", "internal/content/resolve", "internal/content/translation", "internal/content/tree", "internal/content/watch", "internal/content/yamldoc", "internal/osfile", "internal/site"}, "keeps a website live: meets others in cmd only"},
	"internal/website/render":         {nil, "draws a page from bytes: needs nothing of ours"},
	"internal/website/assets":         {[]string{"internal/fontfile", "internal/site", "internal/website/encoding"}, "an adapter: meets others in cmd only"},
	"internal/website/pages":          {[]string{"internal/locale", "internal/site", "internal/website/encoding", "internal/website/feed", "internal/website/jsonld", "internal/website/markdown"}, "an adapter: meets others in cmd only"},
	"internal/website/assetstore":     {[]string{"internal/site", "internal/postgres", "internal/website/encoding", "internal/website/filecache"}, "keeps what was served: meets who serves it in cmd only"},
	"internal/website/filecache":      {[]string{"internal/osfile"}, "stores bytes by hash: needs nothing of the domain"},
	"internal/postgres":               {nil, "opens a database for any who need one: needs nothing of ours"},
	"internal/osfile":                 {nil, "files and volumes: needs nothing of ours"},
	"internal/fontfile":               {[]string{"internal/site"}, "reads fonts: knows no content"},
	"internal/locale":                 {[]string{"internal/site"}, "writes dates and numbers in a language: knows no words of sites"},
	"internal/colour":                 {nil, "arithmetic of colours: needs nothing of ours"},
	"internal/website/resize":         {[]string{"internal/colour", "internal/site", "internal/website/encoding", "internal/website/filecache"}, "makes what pages offer of photos, and keeps it"},
	"internal/website/pictures":       {[]string{"internal/locale", "internal/site", "internal/colour", "internal/website/encoding"}, "an adapter: meets others in cmd only"},
	"internal/inbox/contact":          {[]string{"internal/booking", "internal/locale", "internal/site"}, "decides what is taken: meets content, outbox and mail in cmd only"},
	"internal/website/export":         {[]string{"internal/site", "internal/osfile", "internal/website/encoding"}, "an adapter: meets others in cmd only"},
	"internal/inbox/submissions":      {[]string{"internal/locale", "internal/site", "internal/osfile", "internal/inbox/outbox"}, "shows what the outbox stores: knows no website"},
	"internal/inbox/backup":           {[]string{"internal/osfile", "internal/inbox/outbox", "internal/studio/database", "internal/studio/people"}, "puts what a node keeps into a file: knows no website"},
	"internal/inbox/outbox":           {[]string{"internal/site", "internal/osfile", "internal/postgres"}, "an adapter: meets others in cmd only"},
	"internal/inbox/mail":             {[]string{"internal/booking", "internal/locale", "internal/site", "internal/osfile", "internal/colour", "internal/inbox/network"}, "an adapter: meets others in cmd only"},
	"internal/testkit":                {[]string{"internal/osfile"}, "a clock, a log and memory for tests: needs nothing of the domain"},
	"internal/testkit/postgrestest":   {nil, "a database for tests: needs nothing of ours"},
	"internal/studio":                 {[]string{"internal/booking", "internal/content", "internal/content/media", "internal/content/memfs", "internal/content/translation", "internal/content/tree", "internal/content/yamldoc", "internal/inbox/outbox", "internal/inbox/submissions", "internal/locale", "internal/site", "internal/studio/drafts", "internal/studio/people", "internal/tools/scaffold"}, "the HTTP of the editor: meets who serves and who shows pages in cmd only"},
	"internal/studio/database":        {[]string{"internal/osfile"}, "opens a database for who edits: knows nothing of what is in it"},
	"internal/studio/drafts":          {[]string{"internal/content", "internal/content/history", "internal/content/media", "internal/content/memfs", "internal/content/tree", "internal/content/yamldoc", "internal/osfile", "internal/site", "internal/slug", "internal/studio/database"}, "keeps what is not published of the content: knows no HTTP, and not who may do what"},
	"internal/studio/people":          {[]string{"internal/site", "internal/studio/database"}, "says who may edit: knows no content"},
	"internal/inbox/uploads":          {[]string{"internal/site", "internal/osfile"}, "an adapter: meets others in cmd only"},
	"internal/inbox/network":          {nil, "what all senders share: knows neither mails nor webhooks"},
	"internal/inbox/webhook":          {[]string{"internal/locale", "internal/site", "internal/inbox/network"}, "an adapter: meets others in cmd only"},
	"internal/testkit/webhooktest":    {nil, "a stand-in for a receiver: speaks HTTP only"},
	"internal/testkit/smtptest":       {nil, "a stand-in for a mail server: speaks SMTP only"},
	"internal/testkit/resendtest":     {nil, "a stand-in for the provider: speaks HTTP only"},
	"internal/website/formbody":       {[]string{"internal/site"}, "reads what a form sends, knows nothing of what it means"},
	"internal/website/server":         {[]string{"internal/locale", "internal/site", "internal/website/encoding", "internal/website/formbody"}, "an adapter: meets others in cmd only"},
	"internal/website/markdown":       {[]string{"internal/site"}, "writes pages for programs"},
	"internal/website/feed":           {[]string{"internal/site"}, "writes entries for news readers"},
	"internal/slug":                   {nil, "makes names of words: needs nothing of ours"},
	"internal/website/jsonld":         {[]string{"internal/site"}, "says in the words of schema.org what the domain says"},
	"internal/tools/schema":           {[]string{"internal/site", "internal/slug"}, "describes the domain"},
	"internal/tools/schema/generate":  {[]string{"internal/tools/schema"}, "writes what schema describes"},
	"internal/tools/lint":             {nil, "runs checks of sources: needs nothing of ours"},
	"internal/tools/scaffold":         {[]string{"internal/colour", "internal/content/starter", "internal/content/yamldoc", "internal/locale", "internal/site", "internal/slug"}, "writes starter files: text only"},
	"internal/tools/notices":          {nil, "text that was generated"},
	"internal/tools/notices/generate": {nil, "reads what the tools of Go and npm say"},
	"deploy":                          {nil, "embeds configurations of other programs"},
	"web":                             {nil, "embeds the built client"},
}

func TestImportDirections(t *testing.T) {
	root := "../.."
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || (strings.HasPrefix(entry.Name(), ".") && name != root)) {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		relative, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(relative)
		if strings.HasPrefix(pkg, "cmd/") {
			return nil // cmd joins the parts
		}
		rule, known := directions[pkg]
		if !known {
			t.Errorf("%s: package %s has no import direction; add it to the table in %s", name, pkg, "imports_test.go")
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			ours, isOurs := strings.CutPrefix(path, module)
			if isOurs && !slices.Contains(rule.may, ours) {
				t.Errorf("%s imports %s: %s", name, ours, rule.why)
			}
			fromOutside := strings.Contains(strings.SplitN(path, "/", 2)[0], ".") && path != "golang.org/x/net/idna"
			if pkg == "internal/site" && fromOutside {
				t.Errorf("%s imports %s: %s", name, path, rule.why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range directions {
		if _, err := os.Stat(filepath.Join(root, pkg)); err != nil {
			t.Errorf("the table names %s, which is not there", pkg)
		}
	}
}
