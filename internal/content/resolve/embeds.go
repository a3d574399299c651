package resolve

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

var (
	youtubeID = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)
	vimeoID   = regexp.MustCompile(`^[0-9]{5,12}(/[0-9a-f]{6,16})?$`)

	// What people copy.
	youtubeAddress = regexp.MustCompile(`//(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com/` +
		`(?:watch\?(?:\S*&)?v=|embed/|shorts/|live/)|youtu\.be/)([A-Za-z0-9_-]{11})`)
	vimeoAddress = regexp.MustCompile(`//(?:www\.|player\.)?vimeo\.com/(?:video/|manage/videos/|channels/[\w-]+/|` +
		`groups/[\w-]+/videos/|showcase/[0-9]+/video/)?([0-9]{5,12})(?:(?:/|\?(?:\S*&)?h=)([0-9a-f]{6,16}))?`)
	mapAddress = regexp.MustCompile(`^(?:(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2}/maps(?:/|$)|` +
		`maps\.app\.goo\.gl/|goo\.gl/maps/)`)
	frameSource = regexp.MustCompile(`(?is)<iframe\s(?:.*?\s)?src\s*=\s*["']?([^"'\s>]+)`)
)

func (s *scope) fillEmbed(body *site.Embed, at *outline.Place) {
	key, written := "youtube", body.YouTube
	switch {
	case body.Vimeo != "":
		key, written = "vimeo", body.Vimeo
	case body.URL != "":
		key, written = "url", body.URL
	case written == "":
		s.at(at, "missing-key", "", "The embed section needs `youtube`, `vimeo` or `url`.")
		return
	}
	if frame := frameSource.FindStringSubmatch(written); frame != nil {
		s.at(at.Child(key), "whole-frame", "Write "+lineOf(html.UnescapeString(frame[1]))+" alone.",
			"This is the HTML of a frame, of which the address is enough.")
		return
	}
	if key == "url" && !s.fillFrame(body, at) || key != "url" && !s.isFilm(key, written, at) {
		return
	}
	body.Resolve()
	what := "the film is"
	if key == "url" {
		what = "the frame shows"
	} else if body.Height != 0 {
		s.at(at.Child("height"), "useless-height", "Remove it.", "A film is as high as its width makes it.")
	}
	if body.Name == "" {
		s.at(at, "no-name", "Give the section a title, or its poster an alt.",
			"Nothing says what %s, for people who do not see its picture.", what)
	}
}

func (s *scope) isFilm(key, id string, at *outline.Place) bool {
	service, valid := "YouTube", youtubeID
	hint := "Write what stands behind v= in the address of the film, such as aqz-KE-bpKQ."
	if key == "vimeo" {
		service, valid = "Vimeo", vimeoID
		hint = "Write the number at the end of the address of the film, such as 76979871, or of an unlisted one with " +
			"what follows: 76979871/8272103f6e."
	}
	if strings.HasPrefix(id, "https://") {
		hint = "Write " + lineOf(id) + " instead."
	}
	if !valid.MatchString(id) {
		s.at(at.Child(key), "bad-film", hint, "%q is no film at %s.", text.Shortened(id), service)
		return false
	}
	return true
}

// lineOf returns the line of an embed section that shows what is at an address.
func lineOf(address string) string {
	if film := youtubeAddress.FindStringSubmatch(address); film != nil {
		return "youtube: " + film[1]
	}
	if film := vimeoAddress.FindStringSubmatch(address); film != nil {
		return strings.TrimSuffix("vimeo: "+film[1]+"/"+film[2], "/")
	}
	return "url: " + address
}

// fillFrame makes ready what is at an address of a host that the site allows, and tells whether it may be shown. What a
// browser could take for another host or path than we do is refused.
func (s *scope) fillFrame(body *site.Embed, at *outline.Place) bool {
	refuse := func(code, hint, format string, args ...any) bool {
		s.at(at.Child("url"), code, hint, format, args...)
		return false
	}
	address, err := url.Parse(body.URL)
	host := ""
	if err == nil && address.Scheme == "https" && address.User == nil && address.Host == address.Hostname() {
		host, _, _ = outline.ReadHost(address.Host)
	}
	if !site.EmbedPattern.MatchString(host) || strings.Contains(address.Path+"/", "/../") {
		return refuse("bad-embed", "Write one such as https://calendly.com/oatfield/tasting: https:// and the name of "+
			"a host, without a user, a port or dots for folders.",
			"%q is no address that a page can show.", text.Shortened(body.URL))
	}
	address.Host = host
	isMap := mapAddress.MatchString(host + address.Path)
	settings := cmp.Or(s.shown.Original, s.shown)
	switch line := lineOf(body.URL); {
	case !strings.HasPrefix(line, "url:"):
		return refuse("film-address", "Write "+line+" instead of url.", "This is the address of a film.")
	case s.isOwn(host):
		return refuse("own-host", "Link to the page, or write its sections here.", "%s is this website itself.", host)
	case isMap && !strings.Contains(address.Path, "/embed") && address.Query().Get("output") != "embed":
		return refuse("no-frame", "In Google Maps choose Share, then Embed a map, and write here the address that stands "+
			"there behind src=, between the quotation marks.", "Google shows this map on its own website alone.")
	case settings.File.Broken: // then nobody knows
		return false
	case !s.shown.Out.Embeddable(host, address.Path):
		entry := strings.TrimPrefix(host, "www.")
		if isMap {
			entry += "/maps"
		}
		return refuse("unknown-embed", fmt.Sprintf("If they may, write in %s: embeds: [%s].", settings.File.Path,
			strings.Join(append(slices.Clone(s.shown.Out.Embeds), entry), ", ")),
			"The pages of this site may not show %s.", host)
	}
	words := s.shown.Out.Labels
	body.Player, body.Host, body.Height = address.String(), host, cmp.Or(body.Height, 600)
	body.Show, body.Note = words.Show, site.Text(strings.ReplaceAll(string(words.ShowNote), "{host}", host))
	body.Link = &site.Link{Label: site.Text(host), To: site.Text(body.Player), Href: body.Player, Kind: site.LinkExternal}
	return true
}

// isOwn reports whether a host is one of this website: what a frame of it could reach is ours.
func (s *scope) isOwn(host string) bool {
	return s.resolver.Hosts[host] != nil || slices.ContainsFunc(s.resolver.Sites, func(of *outline.Site) bool {
		base, err := url.Parse(of.BaseURL)
		return err == nil && strings.EqualFold(base.Hostname(), host)
	})
}
