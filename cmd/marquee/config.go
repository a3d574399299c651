package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// contentFlags are shared by the commands that read content. An empty value
// means that the environment, then the default, decides.
type contentFlags struct {
	Content string `help:"Content folder. Default: content ($$MARQUEE_CONTENT)." placeholder:"DIR"`
	BaseURL string `name:"base-url" help:"Address of absolute links, over that of site.yaml ($$MARQUEE_BASE_URL)." placeholder:"URL"`
	Drafts  bool   `help:"Include drafts and scheduled pages ($$MARQUEE_DRAFTS=on)."`
}

// contentConfig is contentFlags with environment and defaults applied.
type contentConfig struct {
	Dir     string
	BaseURL string
	Drafts  bool
}

func (f contentFlags) config(getenv func(string) string) (contentConfig, error) {
	c := contentConfig{
		Dir:     cmp.Or(f.Content, getenv("MARQUEE_CONTENT"), "content"),
		BaseURL: cmp.Or(f.BaseURL, getenv("MARQUEE_BASE_URL")),
		Drafts:  f.Drafts,
	}
	var problems []error
	if value := getenv("MARQUEE_DRAFTS"); value != "" && !f.Drafts {
		on, err := parseSwitch(value)
		if err != nil {
			problems = append(problems, fmt.Errorf("MARQUEE_DRAFTS: %w", err))
		}
		c.Drafts = on
	}
	if c.BaseURL != "" {
		u, err := url.Parse(c.BaseURL)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
			problems = append(problems, fmt.Errorf("base URL %q: write it like https://www.example.com", c.BaseURL))
		}
		c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	}
	if info, err := os.Stat(c.Dir); err != nil {
		problems = append(problems, fmt.Errorf("content folder %q: %w", c.Dir, unwrapPath(err)))
	} else if !info.IsDir() {
		problems = append(problems, fmt.Errorf("content folder %q is a file", c.Dir))
	}
	return c, errors.Join(problems...)
}

// serveConfig is all that an operator chooses.
type serveConfig struct {
	contentConfig
	Addr, AdminAddr string
	TrustedProxies  []string
	// Bytes of rendered pages that are kept on disk at most; 0 keeps none.
	CacheSize int64
	Inbox     inboxConfig
}

// usualCacheSize is enough for the pages of some 40,000 files.
const usualCacheSize = "512"

func (c serveCommand) config(getenv func(string) string) (serveConfig, error) {
	content, contentErr := c.contentFlags.config(getenv)
	port := getenv("PORT")
	if port != "" {
		port = ":" + port
	}
	config := serveConfig{
		contentConfig: content,
		Addr:          cmp.Or(c.Addr, getenv("MARQUEE_ADDR"), port, ":8080"),
		AdminAddr:     cmp.Or(c.AdminAddr, getenv("MARQUEE_ADMIN_ADDR"), "127.0.0.1:9090"),
	}
	inbox, inboxErr := newInboxConfig(c.dataFlags, getenv)
	config.Inbox = inbox
	problems := []error{contentErr, inboxErr, checkAddr("address", config.Addr), checkAddr("admin address", config.AdminAddr)}
	if config.Addr == config.AdminAddr && !strings.HasSuffix(config.Addr, ":0") {
		problems = append(problems, fmt.Errorf("admin address %q is the public address: health and metrics need one of their own", config.AdminAddr))
	}
	size, err := strconv.ParseUint(cmp.Or(c.CacheSize, getenv("MARQUEE_CACHE_SIZE"), usualCacheSize), 10, 32)
	if err != nil {
		problems = append(problems, fmt.Errorf("cache size %q: write megabytes like 512, or 0 for none", cmp.Or(c.CacheSize, getenv("MARQUEE_CACHE_SIZE"))))
	}
	config.CacheSize = int64(size) << 20
	for _, entry := range strings.Split(cmp.Or(c.TrustedProxies, getenv("MARQUEE_TRUSTED_PROXIES")), ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		if _, err := netip.ParsePrefix(entry); err != nil {
			if _, err := netip.ParseAddr(entry); err != nil {
				problems = append(problems, fmt.Errorf("trusted proxy %q: write an address or a range like 10.0.0.0/8", entry))
				continue
			}
		}
		config.TrustedProxies = append(config.TrustedProxies, entry)
	}
	return config, errors.Join(problems...)
}

func checkAddr(name, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%s %q: write it like :8080 or 127.0.0.1:8080", name, addr)
	}
	return nil
}

func parseSwitch(value string) (bool, error) {
	switch strings.ToLower(value) {
	case "on", "true", "1", "yes":
		return true, nil
	case "off", "false", "0", "no":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither on nor off", value)
}

// unwrapPath leaves out the path that the sentence around it already names.
func unwrapPath(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	return err
}
