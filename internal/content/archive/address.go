// Package archive brings a content folder as a .tar.gz from a web server, and keeps it up to
// date: a program anywhere serves what was uploaded to one place.
//
// # What is published
//
// Beside site.tar.gz lies site.tar.gz.sha256, as sha256sum writes it. It is what is asked
// for, with its entity tag, so that asking often costs nothing; upload it last. With a
// public key, site.tar.gz.sha256.sig must hold an Ed25519 signature of its bytes. An address
// that ends in #sha256=SUM names one archive for good, and asks for nothing else.
//
// # What is taken
//
// An archive of which the sum is another one is not even unpacked. One with links, devices,
// absolute names, names with .. or two files of one name is refused whole, and so is one that
// is too large. It is unpacked beside its place and renamed; then a symbolic link is turned
// to it. So nobody ever sees half of it, and the last ones are there when the server is not.
package archive

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net/netip"
	"net/url"
	"strings"
)

// Address is where an archive is published.
type Address struct {
	url *url.URL
	sum string // in hexadecimal; empty where the newest counts
}

// IsAddress tells whether a content folder is meant to be one.
func IsAddress(content string) bool {
	scheme, _, found := strings.Cut(content, "://")
	return found && !strings.ContainsAny(scheme, "/.")
}

// ParseAddress reads the address of an archive. The error says what to write instead.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return Address{}, errors.New("write it like https://files.example.com/site.tar.gz")
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	a := Address{url: u}
	switch {
	case u.User != nil:
		return a, errors.New("it has a password in it: set MARQUEE_CONTENT_TOKEN instead")
	case u.Scheme != "https" && u.Scheme != "http":
		return a, errors.New("write an address that begins with https:// here")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return a, errors.New("anybody on the way could change what comes over http: write https")
	case !strings.HasSuffix(u.Path, ".tar.gz") && !strings.HasSuffix(u.Path, ".tgz"):
		return a, errors.New("an archive ends in .tar.gz or .tgz")
	}
	if fragment != "" {
		sum, found := strings.CutPrefix(fragment, "sha256=")
		if data, err := hex.DecodeString(sum); !found || err != nil || len(data) != sha256.Size {
			return a, errors.New("behind # stands sha256= and 64 digits, as sha256sum prints them")
		}
		a.sum = strings.ToLower(sum)
	}
	return a, nil
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// String returns the address as logs may have it.
func (a Address) String() string {
	shown := *a.url
	shown.RawQuery = ""
	return shown.String()
}

// beside returns the address of what is published with the archive.
func (a Address) beside(ending string) *url.URL {
	other := *a.url
	other.Path, other.RawPath = other.Path+ending, ""
	return &other
}

// ParseKey reads a public Ed25519 key: base64, with or without the lines of PEM around it.
func ParseKey(text string) (ed25519.PublicKey, error) {
	help := errors.New("write the public key as openssl pkey -pubout prints it, or its base64 alone")
	text = strings.TrimSpace(text)
	if block, _ := pem.Decode([]byte(text)); block != nil {
		text = base64.StdEncoding.EncodeToString(block.Bytes)
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, help
	}
	if len(data) == ed25519.PublicKeySize {
		return ed25519.PublicKey(data), nil
	}
	parsed, err := x509.ParsePKIXPublicKey(data)
	key, isEd25519 := parsed.(ed25519.PublicKey)
	if err != nil || !isEd25519 {
		return nil, help
	}
	return key, nil
}
