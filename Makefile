# EXE names the binary, as OpenBench asks; Windows adds its suffix.
EXE = chuhe

BINARY := $(EXE:.exe=)$(shell go env GOEXE)

# The levels of the x86-64 instruction set to build for. By default the best one
# that runs here, which is found by trying; "make GOAMD64=v1" builds for any such
# processor, and so does a build for another system.
LEVELS := $(GOAMD64)
ifeq ($(LEVELS)$(OS),)
ifeq ($(shell go env GOOS GOARCH),$(shell go env GOHOSTOS) amd64)
LEVELS := v4 v3 v2 v1
endif
endif

BUILD = go build -trimpath -ldflags "-s -w" -o

export CGO_ENABLED = 0

.PHONY: build test fast bench page profile release
build:
ifeq ($(words $(LEVELS)),4)
	for level in $(LEVELS); do \
		GOAMD64=$$level $(BUILD) $(BINARY) . || exit 1; \
		./$(BINARY) version >/dev/null 2>&1 && break; \
	done; true
else
	$(BUILD) $(BINARY) .
endif

test:
	go test ./...

# What to run after every edit: shallow tests, and no browser.
fast:
	go test -short ./...

bench: build
	./$(BINARY) bench

# Every file of a release of the commit that is checked out, in dist: release/README.md.
# RELEASE has further flags, such as -only 'linux-amd64*' for a part.
release:
	cd release && env -u CGO_ENABLED go run . $(RELEASE)

# The board as a folder for any file server, see docs/page.md.
page:
	go run ./web/static -o dist/page

# The profile by which Go inlines and lays out what the search does most. Without perft:
# with samples of it, perft is slower and the search no faster.
# Make it again after a large change of the search.
profile:
	rm -f default.pgo
	go test ./search -run '^$$' -cpuprofile search.prof -o search.test -bench Search -benchtime 2x
	go tool pprof -proto search.prof >default.pgo
	rm -f search.prof search.test
