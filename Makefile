# Every target sets up what it needs. `make` alone prints this help.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

BIN := bin/marquee
CACHE := .cache
# Whatever may be compiled or embedded: tests and what is built are no sources.
FILES = $(shell find $(1) -type f -not -path '*/node_modules/*' -not -path '*/testdata/*' -not -name '*_test.go' 2>/dev/null)
GO_SOURCES := $(call FILES,cmd internal deploy) $(wildcard web/*.go) go.mod go.sum
WEB_SOURCES := $(shell find web -type f -not -path 'web/dist/*' -not -path 'web/e2e/*' -not -path 'web/test-results/*' \
	-not -name '*.test.*' -not -name '*.go' 2>/dev/null) package.json package-lock.json tsconfig.json

LINT := $(CACHE)/lint
NODE_READY := node_modules/.ready
WEB_READY := web/dist/.ready

# The version is that of the commit; a tree without git is built all the same.
GOFLAGS ?= -buildvcs=auto
# nodynamic: what is translated from C looks for no library of the system, so that the
# program is one static file, and gives the same bytes everywhere. Tests and tools are built
# as the program is: with other flags every library would be compiled once more.
BUILD_FLAGS := -trimpath -tags=nodynamic
export GOFLAGS := $(filter-out $(BUILD_FLAGS),$(GOFLAGS)) $(BUILD_FLAGS)
export CGO_ENABLED := 0

.PHONY: help env run dev build check test audit lint fmt generate guide-pictures bench export package clean setup browser engines libraries test-race test-go test-web test-browser check-go check-web torture vulnerabilities

help: ## Print this help.
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# With other flags Go would compile every library once more. An editor that is started from such a shell has them, too.
env: ## Set up a shell for Go, so that it uses what make has compiled: eval "$(make env)".
	@echo "export GOFLAGS='$(GOFLAGS)' CGO_ENABLED=$(CGO_ENABLED)"

run: build ## Set up everything and serve the site on :8080.
	@exec $(BIN) serve

dev: $(WEB_READY) ## Serve on :5173 with hot reload of templates, styles and Go; the Go server itself on :8080.
	@exec node web/scripts/dev.mjs

build: $(BIN) ## Build bin/marquee, one self-contained file.

# What is installed already is brought up to date in seconds; after an `npm install` of one's own nothing is left to do.
# Neither changes the lock file, and both refuse one that does not fit package.json.
$(NODE_READY): package.json package-lock.json .npmrc
	@command -v node >/dev/null || { echo 'Node.js 20.19 or newer is needed: install it from your package manager (Debian: nodejs npm).' >&2; exit 1; }
	@node -e 'const [a,b]=process.versions.node.split(".").map(Number); if (a<20||(a===20&&b<19)) { console.error(`Node.js 20.19 or newer is needed, this is $${process.version}.`); process.exit(1) }'
	@if [ -f node_modules/.package-lock.json ]; then \
		npm ci --dry-run --ignore-scripts >/dev/null && npm install --no-save --ignore-scripts; \
	else \
		echo 'npm ci installs what package-lock.json names: a minute or two.'; \
		npm ci --ignore-scripts; \
	fi
	@touch $@

$(WEB_READY): $(NODE_READY) $(WEB_SOURCES)
	npm run --silent build
	@touch $@

$(BIN): $(WEB_READY) $(GO_SOURCES)
	@command -v go >/dev/null || { echo 'Go 1.26 or newer is needed: https://go.dev/doc/install' >&2; exit 1; }
	go build -ldflags='-s -w' -o $@ ./cmd/marquee

setup: $(NODE_READY)

generate: $(NODE_READY) ## Write the JSON Schemas, TypeScript types, pages of the guide and licence notices anew.
	go run ./internal/tools/schema/generate
	go run ./internal/tools/notices/generate

# With ONLY="hero faq" these alone.
guide-pictures: $(BIN) browser ## Take the pictures of sections in docs/guide anew, from the example site.
	node web/scripts/guide-pictures.mjs $(ONLY)
	go run ./internal/tools/schema/generate

fmt: $(NODE_READY) ## Format all sources.
	go tool gofumpt -w cmd internal deploy web/*.go
	npm run --silent fmt

# Without the commit in it, so that what it said of packages that did not change holds after the next one, too.
$(LINT): internal/tools/lint/main.go go.mod
	go build -buildvcs=false -o $@ ./internal/tools/lint

lint: $(WEB_READY) $(LINT) ## Check formats, types, import directions, generated files and the shipped content.
	@unformatted=$$(go tool gofumpt -l cmd internal deploy web/*.go); if [ -n "$$unformatted" ]; then echo "Not formatted, run make fmt:"; echo "$$unformatted"; exit 1; fi
	go vet -vettool=$(CURDIR)/$(LINT) -tags=nodynamic,audit ./...
	go run ./internal/tools/schema/generate -check
	go run ./internal/tools/notices/generate -check
	npm run --silent lint
	npm run --silent typecheck

# Go runs again only what depends on a change; the program's own tests, which
# start it whole, are left to `make test`. One fault does not hide the others.
check: $(WEB_READY) ## Formats, types, lint and unit tests: an answer within a minute.
	@$(MAKE) --no-print-directory -j2 -k -Otarget lint check-go check-web

check-go: $(WEB_READY)
	go test $$(go list ./... | grep -v -e /cmd/ -e /internal/inbox/outbox)

check-web: $(WEB_READY)
	npm run --silent test

# While Node.js builds the web part, Go compiles its libraries. Tests of Go wait at times, for
# databases and for programs that start: what needs no browser runs beside them. The suites
# report into .cache; the last lines of `make test` sum them up.
test: ## Run every check and test, in Go and in the browser.
	@$(MAKE) --no-print-directory -j2 --output-sync=line $(WEB_READY) libraries
	@$(MAKE) --no-print-directory -j2 --output-sync=line lint test-go test-web test-race
	@status=0; $(MAKE) --no-print-directory test-browser || status=$$?; \
		node web/scripts/count-tests.mjs $(CACHE) && exit $$status

libraries:
	@go build $$(go list -deps -f '{{with .Module}}{{if not .Main}}{{$$.ImportPath}}{{end}}{{end}}' ./...)

# Far beyond need: a busy machine is slow, and only what hangs shall fail.
TIMEOUT := 60m
# Lint runs go vet. The runner is built as the program is, whatever its tests are built with.
# Many tests wait for databases and providers: four run at once.
SUITE = go tool gotestsum --format pkgname-and-test-fails --jsonfile $(CACHE)/$(1).json --raw-command -- \
	env $(2) go test -json -vet=off -timeout $(TIMEOUT) -parallel 4

# Runs a suite by its name and command, and notes its seconds for the last lines of `make test`.
MEASURE = @mkdir -p $(CACHE); TIMEFORMAT='%R %U %S'; exec 3>&2; { time { $(2); } 2>&3; } 2>$(CACHE)/$(1).time

# The packages in which goroutines meet run with the race detector, which needs cgo. Of those with files that begin with
# "//go:build !race" (what the detector would distort, and what one goroutine does at length) these run without it, too.
# What is translated from C keeps its memory outside of Go's, and what compresses or reads pictures computes for long on
# what one goroutine gave it: there it would only cost time.
MODULE := github.com/evenlight/marquee/internal/
RACE_ONLY := $(addprefix $(MODULE),content/history content/watch inbox/outbox inbox/webhook website/assetstore \
	website/filecache website/pages website/publishhook website/render website/resize)
RACE_TOO := $(addprefix $(MODULE),content inbox/contact inbox/uploads website/pictures website/server)
UNSEEN := modernc.org/libquickjs modernc.org/sqlite/lib github.com/andybalholm/brotli github.com/gen2brain/webp \
	compress/... image/...

test-go: $(BIN)
	$(call MEASURE,go,$(call SUITE,go,MARQUEE_BINARY=$(CURDIR)/$(BIN)) $(filter-out $(RACE_ONLY),$(shell go list ./...)))

test-race: $(WEB_READY)
	$(call MEASURE,race,$(call SUITE,race,CGO_ENABLED=1) -race $(UNSEEN:%=-gcflags=%=-race=false) $(RACE_ONLY) $(RACE_TOO))

test-web: $(WEB_READY)
	$(call MEASURE,web,npm run --silent test -- --reporter=default --reporter=json --outputFile.json=$(CURDIR)/$(CACHE)/web.json)

test-browser: $(BIN) engines
	@rm -f $(CACHE)/browser*.json
	$(call MEASURE,browser,npm run --silent test:browser)

# What is slow, and finds what seldom breaks, after `make test`, whose suites may not outgrow their limits. Tests that
# need what few machines have (nginx, Caddy, systemd, root) are built with the tag audit.
audit: test package ## What is slow, before a release: make test within its limits, Lighthouse, pictures, widths, kills, a day of operation, packages, the race detector on the whole program.
	MARQUEE_AUDIT=1 node web/scripts/count-tests.mjs $(CACHE)
	MARQUEE_AUDIT=1 npm run --silent test:browser
	npm run --silent test:lighthouse
	MARQUEE_AUDIT=1 MARQUEE_BINARY=$(CURDIR)/$(BIN) go test -tags=nodynamic,audit -count 1 -timeout 3h ./internal/content ./cmd/marquee
	CGO_ENABLED=1 MARQUEE_BINARY=$(CURDIR)/$(BIN) go test -race $(UNSEEN:%=-gcflags=%=-race=false) -timeout 1h ./cmd/marquee
	$(MAKE) torture

browser: $(NODE_READY)
	@node web/scripts/browser.mjs --install

engines: $(NODE_READY) ## Install the browsers of the tests: Chromium, Firefox and WebKit.
	@node web/scripts/browser.mjs --install engines

torture: $(BIN) ## Kill the program 512 times on each database while visitors send.
	MARQUEE_BINARY=$(CURDIR)/$(BIN) MARQUEE_TORTURE=32 go test -count 1 -v -timeout 1h -run NothingIsLost ./cmd/marquee

# Asks the databases of Go and npm, and so needs the network.
vulnerabilities: $(NODE_READY) ## Look for known vulnerabilities in what is used.
	go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 ./...
	npm audit --omit=dev

bench: $(BIN) ## Measure beside bare Fiber, nginx and Caddy, start, save to live and scale; ONLY=PageGet chooses.
	MARQUEE_BINARY=$(CURDIR)/$(BIN) go test -run '^$$' -bench '$(or $(ONLY),PageGet|Program)' -benchtime 5x -timeout 1h ./cmd/marquee

# Packages begin with a digit; a commit without a tag is 0.0.0 and its hash. The tool that
# writes them is fetched once, and so needs the network.
VERSION ?= $(shell git describe --tags --match 'v[0-9]*' 2>/dev/null | cut -c2- | grep . || echo 0.0.0-$$(git rev-parse --short HEAD 2>/dev/null || echo dev))

package: $(BIN) ## Write bin/packages/*.deb and *.rpm for this machine.
	@rm -rf bin/packages
	sh deploy/package/build.sh $(BIN) $$(go env GOARCH) $(VERSION)

# Written again, only what changed is written.
export: $(BIN) ## Write the whole site as static files into bin/site.
	@$(BIN) export bin/site

clean: ## Remove everything that was built.
	rm -rf bin $(CACHE) web/test-results node_modules
	find web/dist -mindepth 1 -not -name .gitkeep -delete
