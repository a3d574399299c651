package archive

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	// How long one answer may take, with all its bytes, and how many redirects may lead to it.
	fetchTime    = 10 * time.Minute
	maxRedirects = 5
	maxSidecar   = 64 << 10
)

func newClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = 30 * time.Second
	return &http.Client{
		Transport: transport, Timeout: fetchTime,
		CheckRedirect: func(request *http.Request, via []*http.Request) error {
			switch {
			case len(via) > maxRedirects:
				return errors.New("too many redirects")
			case request.URL.Scheme != "https" && !(request.URL.Scheme == "http" && isLoopback(request.URL.Hostname())):
				return errors.New("it leads to an address that is not https")
			}
			return nil
		},
	}
}

// get asks for an address. With an entity tag, the answer is nil where it still holds.
func (f *Follower) get(ctx context.Context, u *url.URL, tag string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "marquee")
	if f.config.Token != "" {
		request.Header.Set("Authorization", "Bearer "+f.config.Token)
	}
	if tag != "" {
		request.Header.Set("If-None-Match", tag)
	}
	answer, err := f.client.Do(request)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err // the address may hold a secret
	}
	shown := Address{url: u}
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", shown, err)
	}
	switch {
	case answer.StatusCode == http.StatusOK:
		return answer, nil
	case answer.StatusCode == http.StatusNotModified && tag != "":
		return nil, answer.Body.Close()
	}
	return nil, errors.Join(fmt.Errorf("get %s: the server answers %d", shown, answer.StatusCode), answer.Body.Close())
}

func (f *Follower) small(ctx context.Context, u *url.URL, tag string) (data []byte, newTag string, err error) {
	answer, err := f.get(ctx, u, tag)
	if answer == nil || err != nil {
		return nil, tag, err
	}
	data, err = io.ReadAll(io.LimitReader(answer.Body, maxSidecar))
	return data, answer.Header.Get("Etag"), errors.Join(err, answer.Body.Close())
}

// newestSum returns the sum of the archive that is published now, or nothing where it is
// the one that was asked for last.
func (f *Follower) newestSum(ctx context.Context) (sum, tag string, err error) {
	if f.config.Address.sum != "" {
		return f.config.Address.sum, "", nil
	}
	data, tag, err := f.small(ctx, f.config.Address.beside(".sha256"), f.tag)
	if data == nil || err != nil {
		return "", tag, err
	}
	if f.config.Key != nil {
		signature, _, err := f.small(ctx, f.config.Address.beside(".sha256.sig"), "")
		if err != nil {
			return "", "", err
		}
		if !ed25519.Verify(f.config.Key, data, signature) {
			return "", "", fmt.Errorf("%s.sha256: the signature beside it is not of this file and key", f.config.Address)
		}
	}
	fields := strings.Fields(string(data))
	if len(fields) > 0 {
		if parsed, err := hex.DecodeString(fields[0]); err == nil && len(parsed) == sha256.Size {
			return strings.ToLower(fields[0]), tag, nil
		}
	}
	return "", "", fmt.Errorf("%s.sha256: there is no sum in it, as sha256sum writes it", f.config.Address)
}

// download writes the archive into a file, and compares its sum.
func (f *Follower) download(ctx context.Context, sum string, to *os.File) error {
	answer, err := f.get(ctx, f.config.Address.url, "")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(to, hash), io.LimitReader(answer.Body, f.limits.packed+1))
	if err != nil {
		return fmt.Errorf("get %s: %w", f.config.Address, err)
	}
	if size > f.limits.packed {
		return fmt.Errorf("%s has more than %d MB", f.config.Address, f.limits.packed>>20)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != sum {
		return fmt.Errorf("%s has the sum %s and should have %s: it is damaged, or another one was published meanwhile", f.config.Address, got, sum)
	}
	_, err = to.Seek(0, io.SeekStart)
	return err
}
