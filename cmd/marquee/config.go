package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/website/publishhook"
)

// contentFlags are shared by the commands that read content. What they mean is in
// settings, as for all flags without help of their own.
type contentFlags struct {
	Content string
	BaseURL string `name:"base-url"`
	Drafts  bool
}

// contentConfig is which content is read, and how.
type contentConfig struct {
	Dir     string
	BaseURL string
	Drafts  bool
	// Whether a variable is set that a webhook names.
	Variable func(name string) bool
	// Keeps what goes live; nil where nothing is kept.
	History *history.History
}

func newContentConfig(c *choices) contentConfig {
	config := contentConfig{Dir: c.get("content"), Drafts: c.isOn("drafts"), Variable: hooks(c.environment).has}
	checkFolder(c, config.Dir)
	if base := c.get("base-url"); base != "" {
		u, err := url.Parse(base)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
			u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
			c.reject("base-url", "write it like https://www.example.com")
		}
		config.BaseURL = strings.TrimSuffix(base, "/")
	}
	return config
}

func checkFolder(c *choices, dir string) {
	if info, err := os.Stat(dir); err != nil {
		advice := "marquee init writes a website to begin with"
		if _, err := os.Stat(filepath.Join("main", "site.yaml")); err == nil {
			advice = "this folder is one: write --content ."
		}
		c.reject("content", "%w (%s)", unwrapPath(err), advice)
	} else if !info.IsDir() {
		c.reject("content", "it is a file: name a folder")
	}
}

// serveFlags are all that serve can be told.
type serveFlags struct {
	contentFlags
	dataFlags
	formFlags
	Addr           string
	AdminAddr      string
	AdminHosts     string
	Pprof          bool
	CacheSize      string
	TrustedProxies string
	CDNTTL         string `name:"cdn-ttl"`
	Strict         bool
	DrainDelay     string
	Log            string
	LogLevel       string
	AccessLog      bool
}

// serveConfig is all that an operator chooses.
type serveConfig struct {
	contentConfig
	Addr, AdminAddr string
	TrustedProxies  []string
	// Names of the admin address, and whether it has profiles.
	AdminHosts []string
	Pprof      bool
	// Bytes of rendered pages that are kept on disk at most; 0 keeps none.
	CacheSize int64
	// How long a CDN may keep pages; 0 is not at all.
	CDNTTL time.Duration
	// Who is told of each publication; nil for nobody.
	OnPublish publishhook.Target
	// Content with errors is refused at the start.
	Strict bool
	// How long the end is announced before no more visitors are taken.
	DrainDelay time.Duration
	Log        logConfig
	Inbox      inboxConfig
}

// longestDrainDelay is more than any balancer needs; whoever writes more meant something else.
const longestDrainDelay = 10 * time.Minute

func newServeConfig(c *choices) serveConfig {
	config := serveConfig{
		contentConfig: newContentConfig(c), Inbox: newInboxConfig(c), Log: newLogConfig(c),
		Addr: c.get("addr"), AdminAddr: c.get("admin-addr"), Strict: c.isOn("strict"),
	}
	for _, name := range []string{"addr", "admin-addr"} {
		if !isAddress(c.get(name)) {
			c.reject(name, "write it like :8080 or 127.0.0.1:8080")
		}
	}
	if config.Addr == config.AdminAddr && !strings.HasSuffix(config.Addr, ":0") {
		c.reject("admin-addr", "it is the public address: health and metrics need one of their own")
	}
	config.CacheSize = int64(c.number("cache-size", 0, 1<<30, "write megabytes like 512, or 0 for none")) << 20
	config.DrainDelay = c.duration("drain-delay", 0, longestDrainDelay,
		fmt.Sprintf("write a time like 300ms or 15s, at most %s, or 0s for none", longestDrainDelay))
	if ttl := c.get("cdn-ttl"); ttl != "off" && ttl != "0" {
		config.CDNTTL = c.duration("cdn-ttl", time.Second, 30*24*time.Hour,
			"write a time from 1s to 720h, such as 10m, or off")
	}
	config.Pprof = c.isOn("pprof")
	config.AdminHosts = adminHosts(c, config.AdminAddr)
	for _, entry := range c.list("trusted-proxies") {
		if _, err := netip.ParsePrefix(entry); err != nil {
			if _, err := netip.ParseAddr(entry); err != nil {
				c.reject("trusted-proxies", "%q is neither an address nor a range like 10.0.0.0/8", entry)
				continue
			}
		}
		config.TrustedProxies = append(config.TrustedProxies, entry)
	}
	config.OnPublish = onPublish(c)
	return config
}

// adminHosts are the names that are listed, and the one that the admin address is written with.
func adminHosts(c *choices, address string) (names []string) {
	if host, _, err := net.SplitHostPort(address); err == nil && host != "" {
		names = append(names, host)
	}
	for _, name := range c.list("admin-hosts") {
		if name = strings.TrimSuffix(name, "."); name == "" {
			continue
		}
		if strings.ContainsAny(name, ":/*@ ?#") {
			c.reject("admin-hosts", "%q is no name of a host: write it without scheme and port, like marquee.internal", name)
			continue
		}
		names = append(names, name)
	}
	return names
}

// parts says where rendered pages are kept.
func (c serveConfig) parts() partsConfig {
	parts := partsConfig{
		contentConfig: c.contentConfig, Data: c.Inbox.Data, DatabaseURL: c.Inbox.DatabaseURL,
		OnPublish: c.OnPublish, Strict: c.Strict,
	}
	if c.CacheSize > 0 {
		parts.Cache, parts.CacheSize = filepath.Join(c.Inbox.Data, "cache", "pages"), c.CacheSize
	}
	return parts
}

func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return err == nil
}

// unwrapPath leaves out the path that the sentence around it already names.
func unwrapPath(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	return err
}
