package content

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// The folder well-known of a site holds files for programs, which are served below
// /.well-known/ (RFC 8615) as they are.
const wellKnownFolder = "well-known"

// wellKnown classifies the folder: it reports names that cannot be served.
func (c *classifier) wellKnown(dir string) {
	for _, e := range c.names.folders[dir] {
		full := dir + "/" + e.name
		switch {
		case isHidden(e.name) || isReadme(e.name) || c.unreadableEntry(full, e):
		case !isWellKnownName(e.name):
			c.name(full, "bad-name", "",
				"The name %s becomes part of an address, so it is made of letters, digits, points, hyphens and underscores.",
				e.name)
		case e.isFolder && e.name == "acme-challenge":
			c.name(full, "unknown-folder", "Remove the folder.",
				"Certificates are asked for by the proxy that ends TLS, which answers /.well-known/acme-challenge/ itself.")
		case e.isFolder:
			c.wellKnown(full)
		}
	}
}

// isWellKnownName tells whether a name can stand in an address as it is.
func isWellKnownName(name string) bool {
	return len(name) <= 100 && !strings.ContainsFunc(name, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("._-", c))
	})
}

func isReadme(name string) bool {
	return isNote(name) && strings.HasPrefix(strings.ToUpper(name), "README")
}

// resolveWellKnown gives a site its files below /.well-known/.
func (r *resolver) resolveWellKnown(s *siteState) {
	top := path.Join(s.id, wellKnownFolder)
	for name, file := range r.tree.media {
		switch {
		case !strings.HasPrefix(name, top+"/"):
		case file.Code != "":
			s.deps.name(name, file.Code, file.Hint, "%s", file.Message)
		default:
			s.wellKnown = append(s.wellKnown, file)
		}
	}
	slices.SortFunc(s.wellKnown, func(a, b *media.File) int { return strings.Compare(a.Path, b.Path) })
	for _, file := range s.wellKnown {
		if path.Base(file.Path) == "security.txt" {
			s.deps.add(checkSecurity(file.Path, file.Data, r.now)...)
		}
	}
	if len(s.wellKnown) > 0 && s.path != "/" {
		s.deps.add(yamldoc.Problem{
			Severity: yamldoc.Warning, File: top, Code: "no-address",
			Message: "These files are not served: /.well-known/ stands at the root of a domain, " +
				"and this site lives at " + s.path + ".",
			Hint: "Move them to the main site, or give this site hosts of its own and the path /.",
		})
		s.wellKnown = nil
	}
}

// checkSecurity warns of what makes a security.txt useless (RFC 9116): it must say
// whom to write to, and until when it holds.
func checkSecurity(name string, data []byte, now time.Time) (problems []yamldoc.Problem) {
	warn := func(line int, source, message, hint string) {
		problems = append(problems, yamldoc.Problem{
			Severity: yamldoc.Warning, File: name, Line: line, Column: min(line, 1), Source: source,
			Code: "security-txt", Message: message, Hint: hint,
		})
	}
	next := "Write a line such as Expires: " + now.UTC().AddDate(0, 11, 0).Format("2006-01-02") + "T00:00:00Z."
	var contact, expires bool
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		field, value, _ := strings.Cut(line, ":")
		switch strings.ToLower(field) {
		case "contact":
			contact = true
		case "expires":
			expires = true
			switch at, err := time.Parse(time.RFC3339, strings.TrimSpace(value)); {
			case err != nil:
				warn(i+1, line, "Nobody can read until when this security.txt holds.", next)
			case !at.After(now):
				warn(i+1, line, "This security.txt has expired, so it is not to be used any more.", next)
			}
		}
	}
	if !contact {
		warn(0, "", "The security.txt does not say whom to write to.",
			"Write a line such as Contact: mailto:security@example.com.")
	}
	if !expires {
		warn(0, "", "The security.txt does not say until when it holds.", next)
	}
	return problems
}

// wellKnownFiles returns what a bundle serves below /.well-known/, by address.
func (s *siteState) wellKnownFiles() map[string]site.File {
	files := make(map[string]site.File, len(s.wellKnown))
	for _, file := range s.wellKnown {
		files[file.URL] = file.Served()
	}
	return files
}
