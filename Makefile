# EXE names the binary, as OpenBench asks; Windows adds its suffix.
EXE = chuhe

BINARY := $(EXE:.exe=)$(shell go env GOEXE)

export CGO_ENABLED = 0

.PHONY: build test bench
build:
	go build -trimpath -ldflags "-s -w" -o $(BINARY) .

test:
	go test ./...

bench: build
	./$(BINARY) bench
