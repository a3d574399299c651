package site

import (
	"regexp"
	"slices"
	"strings"
)

func init() {
	registerSection[Video]("video")
	registerSection[Embed]("embed")
}

// Video plays a film that is one of the site's own files.
//
// A film at YouTube or Vimeo is shown by embed.
//
//	sections:
//	  - video:
//	      title: How Bread Is Made
//	      src: files/tour.mp4
//	      poster: {src: images/oven.jpg, alt: The oven in the morning}
//	      captions: files/tour.vtt
type Video struct {
	Heading
	// The film: a file of the folder files, such as files/tour.mp4, or main:files/tour.mp4 of another site. MP4 (H.264)
	// plays everywhere; WebM is smaller.
	Src string `yaml:"src" json:"-" validate:"required"`
	// The picture that stands there until somebody presses play. Left out, browsers show the first moment of the film.
	Poster *Image `yaml:"poster" json:"poster,omitempty" slot:"poster"`
	// What is said and heard, for people who do not hear it: a file in WebVTT, such as files/tour.vtt.
	Captions string `yaml:"captions" json:"-"`
	// A line below the film.
	Caption Text `yaml:"caption" json:"caption,omitempty"`

	// Addresses of the film and its captions, with the hash of their bytes in the name.
	URL         string `yaml:"-" json:"url"`
	CaptionsURL string `yaml:"-" json:"captionsUrl,omitempty"`
	// Media type of the film, such as video/mp4.
	ContentType string `yaml:"-" json:"contentType"`
	// Size in pixels; 0 where the file does not tell.
	Width  int `yaml:"-" json:"width,omitempty"`
	Height int `yaml:"-" json:"height,omitempty"`
}

// Permits implements [Permitted].
func (*Video) Permits() Policy {
	return PermitSource("media-src", "'self'").With(PermitFeature("", "fullscreen", "picture-in-picture"))
}

// Embed shows a film of YouTube or Vimeo, or a page of another website. Nothing is loaded before somebody asks for it.
//
// Visitors see the picture and press play; until then neither YouTube nor Vimeo learns of them. A film of your own is
// better kept in files, see video. With url it is a map, a calendar or a booking: first a card with the name of its
// host, which must be among the embeds of site.yaml.
//
//	sections:
//	  - embed:
//	      title: A Morning with Us
//	      youtube: aqz-KE-bpKQ
//	      poster: {src: images/morning.jpg, alt: Ada at the oven at four in the morning}
type Embed struct {
	Heading
	// Id of a film at YouTube: what its address has behind v=, such as aqz-KE-bpKQ. Write one of youtube, vimeo and url.
	YouTube string `yaml:"youtube" json:"-" validate:"excluded_with=Vimeo"`
	// Number of a film at Vimeo: what its address ends with, such as 76979871, or 76979871/8272103f6e of an unlisted one.
	Vimeo string `yaml:"vimeo" json:"-" validate:"excluded_with=URL"`
	// Address of what is shown instead of a film, such as https://calendly.com/oatfield/tasting. Its host must be among
	// the embeds of site.yaml.
	URL string `yaml:"url" json:"-" validate:"excluded_with=YouTube" short:"true"`
	// How many pixels high what is at url is; on a phone no more than fits. Left out: 600.
	Height int `yaml:"height" json:"height,omitempty" validate:"omitempty,min=150,max=2000"`
	// The picture that stands there until somebody presses play; without a title its alt says what is played.
	Poster *Image `yaml:"poster" json:"poster,omitempty" slot:"wide"`
	// A line below the film, such as where it is loaded from.
	Caption Text `yaml:"caption" json:"caption,omitempty"`

	// What it is called.
	Name Text `yaml:"-" json:"name"`
	// Address of the player, or of what is at url.
	Player string `yaml:"-" json:"player"`
	// The page there, for browsers without scripts.
	Link *Link `yaml:"-" json:"link"`
	// The host of what is at url, and what visitors are told of it; empty for a film.
	Host string `yaml:"-" json:"host,omitempty"`
	Note Text   `yaml:"-" json:"note,omitempty"`
	// The words that show it; empty for a film.
	Show Text `yaml:"-" json:"show,omitempty"`
}

// Hosts of players.
const (
	youtubePlayer = "https://www.youtube-nocookie.com"
	vimeoPlayer   = "https://player.vimeo.com"
)

// EmbedPattern is how one of the embeds of a site is written.
var EmbedPattern = regexp.MustCompile(
	`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)(/[A-Za-z0-9._~-]+)*/?$`)

// Embeddable reports whether the pages of a site may show what is at a path of a host.
func (s *Site) Embeddable(host, path string) bool {
	return slices.ContainsFunc(s.Embeds, func(entry string) bool {
		name, prefix, _ := strings.Cut(strings.TrimSuffix(entry, "/"), "/")
		return (host == name || strings.HasSuffix(host, "."+name)) &&
			(prefix == "" || strings.HasPrefix(path+"/", "/"+prefix+"/"))
	})
}

// Resolve fills in the name, and the addresses of a film. The ids must be as the services write them.
func (e *Embed) Resolve() {
	e.Name = e.Title
	if e.Name == "" && e.Poster != nil {
		e.Name = e.Poster.Alt
	}
	if e.URL != "" {
		return
	}
	watch := "https://www.youtube.com/watch?v=" + e.YouTube
	e.Player = youtubePlayer + "/embed/" + e.YouTube + "?autoplay=1&rel=0"
	if e.Vimeo != "" {
		id, private, _ := strings.Cut(e.Vimeo, "/")
		watch, e.Player = "https://vimeo.com/"+e.Vimeo, vimeoPlayer+"/video/"+id+"?autoplay=1&dnt=1"
		if private != "" {
			e.Player += "&h=" + private
		}
	}
	e.Link = &Link{Label: e.Name, To: Text(watch), Href: watch, Kind: LinkExternal}
}

// Permits implements [Permitted].
func (e *Embed) Permits() Policy {
	if e.Host != "" {
		host := "https://" + e.Host
		return PermitSource("frame-src", host).With(PermitFeature(host, "fullscreen"))
	}
	host := youtubePlayer
	if e.Vimeo != "" {
		host = vimeoPlayer
	}
	return PermitSource("frame-src", host).With(
		PermitFeature(host, "autoplay", "encrypted-media", "fullscreen", "picture-in-picture"))
}
