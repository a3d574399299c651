package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

const (
	// secretPrefix is how secrets of Standard Webhooks begin.
	secretPrefix = "whsec_"
	// How many bytes a secret has, and how many secrets there may be while they are replaced.
	leastSecret, mostSecret = 24, 64
	mostSecrets             = 5
)

// ParseSecrets reads the secrets that sign events: whsec_ with 24 to 64 bytes in
// base64, several with spaces between them. Its errors never repeat them.
func ParseSecrets(text string) ([][]byte, error) {
	const advice = "write whsec_ and 24 to 64 random bytes in base64, such as the answer of: echo whsec_$(openssl rand -base64 32)"
	var all [][]byte
	for _, word := range strings.Fields(text) {
		encoded, found := strings.CutPrefix(word, secretPrefix)
		if !found {
			return nil, errors.New("a secret does not begin with whsec_: " + advice)
		}
		secret, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		if err != nil {
			return nil, errors.New("a secret is no base64: " + advice)
		}
		if len(secret) < leastSecret || len(secret) > mostSecret {
			return nil, errors.New("a secret is too short or too long: " + advice)
		}
		all = append(all, secret)
	}
	if len(all) > mostSecrets {
		return nil, errors.New("there are more than five secrets: keep the new one and the one before it")
	}
	return all, nil
}

// signature returns the header webhook-signature: one for each secret.
func signature(secrets [][]byte, id, timestamp, body string) string {
	var all []string
	for _, secret := range secrets {
		sum := hmac.New(sha256.New, secret)
		sum.Write([]byte(id + "." + timestamp + "." + body))
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	}
	return strings.Join(all, " ")
}
