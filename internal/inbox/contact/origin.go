package contact

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// Bounds of what is stored of addresses, in bytes, and in characters of a value.
const (
	longestPath     = 512
	longestQuery    = 1024
	longestCampaign = 200
)

// campaignMarks are the parameters by which campaigns are known everywhere, in
// their usual order. Others of a query are kept with the query alone.
var campaignMarks = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id"}

// trace notes where a submission came from: the page with its query, where the
// hosts of the form's site have such a page, the plan that the query names, and
// the campaign that led there.
func (r *request) trace(s *site.Submission) {
	from, err := url.Parse(r.Referrer)
	if err != nil || !strings.HasPrefix(from.Path, "/") {
		from = &url.URL{}
	}
	// Escaped, a path and a query are ASCII without control characters.
	if page := from.EscapedPath(); page != "" && len(page) <= longestPath && r.hasPage(from.Path) {
		s.Page = page
		s.Query = boundedQuery(from.RawQuery)
	}
	query := from.Query()
	s.Plan = r.plan(query.Get("plan"))
	if s.Campaign = campaign(query); len(s.Campaign) == 0 {
		// The visit began on another page: the script remembers what that was called with.
		first, err := url.ParseQuery(r.Campaign)
		if err == nil {
			s.Campaign = campaign(first)
		}
	}
}

// boundedQuery returns as many whole parameters of a query as are kept, escaped
// so that they hold nothing but ASCII.
func boundedQuery(raw string) string {
	var kept []string
	length := 0
	for part := range strings.SplitSeq(raw, "&") {
		name, value, hasValue := strings.Cut(part, "=")
		name, err := url.QueryUnescape(name)
		value, err2 := url.QueryUnescape(value)
		if part == "" || err != nil || err2 != nil || !utf8.ValidString(name) || !utf8.ValidString(value) {
			continue
		}
		escaped := url.QueryEscape(name)
		if hasValue {
			escaped += "=" + url.QueryEscape(value)
		}
		if length += len(escaped) + 1; length > longestQuery {
			break
		}
		kept = append(kept, escaped)
	}
	return strings.Join(kept, "&")
}

// campaign returns the marks of a campaign that a query has.
func campaign(query url.Values) (marks []site.Entry) {
	for _, name := range campaignMarks {
		value := trim(query.Get(name))
		if value == "" || !utf8.ValidString(value) || !writable(value, false) {
			continue
		}
		marks = append(marks, site.Entry{Name: name, Value: firstCharacters(value, longestCampaign)})
	}
	return slices.Clip(marks)
}

func firstCharacters(text string, most int) string {
	for at := range text {
		if most == 0 {
			return text[:at]
		}
		most--
	}
	return text
}

// plan returns the id of a plan that there is; empty for any other.
func (r *request) plan(named string) string {
	bundle, id := r.bundle, named
	if other, rest, ofOther := strings.Cut(named, "/"); ofOther {
		bundle, id = r.revision.ByID(other), rest
	}
	if bundle == nil || bundle.Plans.Get(id) == nil {
		return ""
	}
	return named
}
