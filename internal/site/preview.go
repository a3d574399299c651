package site

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// PreviewLink lets whoever has it see a site, in all its languages, as it is not published yet.
type PreviewLink struct {
	Site  string    // id of the site in its first language
	Until time.Time // when the link ends
	AsOf  time.Time // the moment that is shown; zero shows the site now, with drafts and all that its dates hide
	// Edited says whether it shows what is changed in Studio, too.
	Edited bool
}

// edited ends what a token says of a link that shows what is changed in Studio.
const edited = " edited"

var tokenEncoding = base64.RawURLEncoding.Strict()

// Token writes the link with its signature (HMAC-SHA256), in base64url.
func (l PreviewLink) Token(key []byte) string {
	said := fmt.Sprintf("%s %d %d", l.Site, l.Until.Unix(), l.AsOf.Unix())
	if l.Edited {
		said += edited
	}
	return tokenEncoding.EncodeToString(append(signature(key, said), said...))
}

// ReadPreviewLink returns the link that a token is; ok is false where the key did not sign it. Whether its time is over
// is for the caller to judge.
func ReadPreviewLink(key []byte, token string) (link PreviewLink, ok bool) {
	data, err := tokenEncoding.DecodeString(token)
	if err != nil || len(data) < sha256.Size || tokenEncoding.EncodeToString(data) != token { // line ends are skipped
		return link, false
	}
	sum, said := data[:sha256.Size], string(data[sha256.Size:])
	if !hmac.Equal(sum, signature(key, said)) {
		return link, false
	}
	said, link.Edited = strings.CutSuffix(said, edited)
	var until, asOf int64
	_, err = fmt.Sscan(said, &link.Site, &until, &asOf)
	link.Until, link.AsOf = time.Unix(until, 0), time.Unix(asOf, 0)
	return link, err == nil
}

func signature(key []byte, said string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("marquee preview 1 " + said))
	return mac.Sum(nil)
}
