package webhooktest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// tolerance is how far the clock of a signature may be off.
const tolerance = 5 * time.Minute

// check says what is wrong with a request, with the status to refuse it with.
func (s *Server) check(r *http.Request, body []byte) (status int, reason string) {
	switch {
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "no POST"
	case r.Header.Get("Content-Type") != "application/json" || !json.Valid(body):
		return http.StatusUnsupportedMediaType, "no JSON"
	case strings.HasPrefix(r.URL.Path, "/slack"):
		return checkSlack(body)
	case strings.HasPrefix(r.URL.Path, "/discord"):
		return checkDiscord(body)
	}
	id, timestamp := r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || strings.Contains(id, ".") || err != nil || s.config.Now().Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return http.StatusUnauthorized, "no webhook-id, or a webhook-timestamp of another time"
	}
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(s.config.Secret, "whsec_"))
	if err != nil {
		return http.StatusInternalServerError, "the stand-in has a secret that is none"
	}
	sum := hmac.New(sha256.New, secret)
	sum.Write([]byte(id + "." + timestamp + "."))
	sum.Write(body)
	for _, signature := range strings.Fields(r.Header.Get("Webhook-Signature")) {
		version, encoded, _ := strings.Cut(signature, ",")
		given, err := base64.StdEncoding.DecodeString(encoded)
		if version == "v1" && err == nil && hmac.Equal(given, sum.Sum(nil)) {
			return 0, ""
		}
	}
	return http.StatusUnauthorized, "no signature of ours"
}

func checkSlack(body []byte) (status int, reason string) {
	var m struct {
		Text   string
		Blocks []struct {
			Type string
			Text struct{ Type, Text string }
		}
	}
	if err := json.Unmarshal(body, &m); err != nil || m.Text == "" || len(m.Blocks) > 50 {
		return http.StatusBadRequest, "invalid_payload"
	}
	for _, block := range m.Blocks {
		limit := 3000
		if block.Type == "header" {
			limit = 150
		}
		text := block.Text.Text
		if text == "" || utf8.RuneCountInString(text) > limit || block.Text.Type != "plain_text" ||
			strings.ContainsAny(text, "<>") {
			return http.StatusBadRequest, "invalid_blocks"
		}
	}
	return 0, ""
}

func checkDiscord(body []byte) (status int, reason string) {
	var m struct {
		Content string
		Embeds  []struct {
			Title  string
			Fields []struct{ Name, Value string }
			Footer struct{ Text string }
		}
		Allowed *struct{ Parse []string } `json:"allowed_mentions"`
	}
	if err := json.Unmarshal(body, &m); err != nil || len(m.Embeds) != 1 || m.Allowed == nil || m.Allowed.Parse == nil ||
		len(m.Allowed.Parse) > 0 {
		return http.StatusBadRequest, "no embed, or mentions"
	}
	embed := m.Embeds[0]
	all := utf8.RuneCountInString(embed.Title) + utf8.RuneCountInString(embed.Footer.Text)
	bad := utf8.RuneCountInString(embed.Title) > 256 || utf8.RuneCountInString(embed.Footer.Text) > 2048 ||
		len(embed.Fields) > 25
	for _, field := range embed.Fields {
		name, value := utf8.RuneCountInString(field.Name), utf8.RuneCountInString(field.Value)
		all += name + value
		bad = bad || name == 0 || name > 256 || value == 0 || value > 1024
	}
	if bad || all > 6000 {
		return http.StatusBadRequest, "an embed that is too large"
	}
	return 0, ""
}
