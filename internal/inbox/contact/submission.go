package contact

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

const (
	// For how many days submissions are kept where the form does not say.
	retentionDays        = 180
	retentionDaysBooking = 90
	// Bounds of what is stored of addresses, in bytes, and in characters of a value.
	longestPath     = 512
	longestQuery    = 1024
	longestCampaign = 200
)

// campaignMarks are the parameters by which campaigns are known everywhere, in
// their usual order. Others of a query are kept with the query alone.
var campaignMarks = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id"}

func (r *request) submission() *site.Submission {
	team, form := r.bundle.ForTeam(r.form)
	settings, language := team.Site, ""
	if team != r.bundle {
		language = r.bundle.Site.Language
	}
	s := &site.Submission{
		ID:        uuid.Must(uuid.NewV7()).String(), // crypto/rand never fails
		Reference: site.NewReference(), Key: r.Key,
		SiteID: settings.ID, FormID: r.form.ID, Kind: r.form.Kind, Language: language,
		ReceivedAt: r.now.UTC().Truncate(time.Millisecond),
		Clock: site.Clock{
			TimeZone: settings.TimeZone, Language: settings.Language, Region: settings.Region,
			DateFormat: settings.DateFormat, TimeFormat: settings.TimeFormat,
		},
	}
	for i := range r.form.Fields {
		field := &r.form.Fields[i]
		text := r.value(field)
		switch {
		case field.Type == "consent" && trim(text) != "":
			// What was shown, which is what was sent, without what browsers did to its spaces.
			text = string(field.Label)
		case field.Type == "file":
			var names []string
			for _, up := range r.Files[field.Name] {
				path := site.UploadPath(s.ID, len(s.Files), up.Type)
				s.Files = append(s.Files, site.StoredFile{
					Field: field.Name, Name: up.Name, Type: up.Type.Media, Size: up.Size, Path: path,
				})
				r.uploads = append(r.uploads, up)
				names = append(names, up.Name)
			}
			text = strings.Join(names, "\n")
		}
		entry := site.Entry{Name: field.Name, Value: text}
		if i := slices.IndexFunc(form.Fields, func(f site.Field) bool { return f.Name == field.Name }); i >= 0 {
			entry.Label = string(form.Fields[i].Label)
			if read, _ := form.Fields[i].Answer(locale.Of(settings), text); read != text {
				entry.Text = read
			}
		}
		s.Values = append(s.Values, entry)
	}
	s.Digest = digest(s, r.Files, r.Address)
	r.trace(s)
	s.EraseAfter = eraseAfter(r.form, s)
	if r.form.OptIn {
		s.OptIn = &site.OptIn{Words: r.agreed(), Language: r.bundle.Site.Language, Token: rand.Text()}
	}
	return s
}

// agreed returns the words of the form that its sender agreed to, a line for each: the title, the sentence before the
// fields, the boxes that were ticked, the button.
func (r *request) agreed() string {
	words := string(r.form.Title + "\n" + r.form.Text + "\n")
	for i := range r.form.Fields {
		if field := &r.form.Fields[i]; field.Type == "consent" && trim(r.Values[field.Name].Text) != "" {
			words += string(field.Label) + "\n"
		}
	}
	return strings.ReplaceAll(words+string(r.form.Submit.Label), "\n\n", "\n")
}

// digest is the same where two submissions say the same. Fields that are empty do not count, nor does the order: a form
// that gets a new field between two attempts of one visitor does not make them differ. Without a key, what two networks
// send differs, or a stranger could find out what somebody sent. Of the network it has two bytes of a hash: too few to
// find out which one it was.
func digest(s *site.Submission, uploads map[string][]site.Upload, from netip.Addr) [32]byte {
	var files []site.Entry
	for name, of := range uploads {
		for _, up := range of {
			files = append(files, site.Entry{Name: name, Value: string(up.Sum[:])})
		}
	}

	hash := sha256.New()
	write := func(text string) {
		hash.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		hash.Write([]byte(text))
	}
	write(s.SiteID)
	write(s.FormID)
	if s.Key == "" {
		if from = from.Unmap().WithZone(""); from.Is6() {
			from = netip.PrefixFrom(from, 48).Masked().Addr()
		}
		network := sha256.Sum256(from.AsSlice())
		write(string(network[:2]))
	}
	for _, entries := range [][]site.Entry{slices.Clone(s.Values), files} {
		slices.SortFunc(entries, func(a, b site.Entry) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
		})
		for _, entry := range entries {
			if entry.Value != "" {
				write(entry.Name)
				write(entry.Value)
			}
		}
	}
	return [32]byte(hash.Sum(nil))
}

// eraseAfter returns when a submission is to be erased: some days after it was
// received or, for a booking, after the day of the appointment, whichever is later.
func eraseAfter(form *site.Form, s *site.Submission) time.Time {
	days, from := cmp.Or(form.RetentionDays, retentionDays), s.ReceivedAt
	if field := form.AppointmentField(); field != nil {
		days = cmp.Or(form.RetentionDays, retentionDaysBooking)
		if day, err := time.Parse(time.DateOnly, s.Value(field.Name)); err == nil && day.After(from) {
			from = day
		}
	}
	return from.AddDate(0, 0, days)
}

// trace notes where a submission came from: the page with its query, where the hosts of the form's site have such a
// page, the plan that the query names, and the campaign that led there.
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
		// The visit began on another page: the script sends as much of its query as fits, so that its end may be cut.
		first, _ := url.ParseQuery(r.Campaign)
		s.Campaign = campaign(first)
	}
}

// boundedQuery returns as many whole parameters of a query as are kept, escaped so that they hold nothing but ASCII.
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

func campaign(query url.Values) (marks []site.Entry) {
	for _, name := range campaignMarks {
		sent := query.Get(name)
		value := trim(tidy(site.Line, sent))
		if value == "" || !utf8.ValidString(sent) {
			continue
		}
		if characters := []rune(value); len(characters) > longestCampaign {
			value = string(characters[:longestCampaign])
		}
		marks = append(marks, site.Entry{Name: name, Value: value})
	}
	return marks
}

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

func (r *request) hasPage(path string) bool {
	if r.Space != r.bundle.Site.Space {
		return false
	}
	isPage := func(page *site.Page) bool { return page.Path == path }
	return slices.ContainsFunc(r.revision.In(r.Space), func(b *site.Bundle) bool {
		return slices.ContainsFunc(b.Pages, isPage)
	})
}
