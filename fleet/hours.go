package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// hours are hours of the day, from one to another, which may be on the next day. Equal ones are all
// day.
type hours struct{ from, to int }

// String implements [flag.Value], as Set does.
func (h *hours) String() string {
	if h == nil || h.from == h.to {
		return ""
	}
	return fmt.Sprintf("%d-%d", h.from, h.to)
}

// Set reads "22-7".
func (h *hours) Set(text string) error {
	from, to, ok := strings.Cut(text, "-")
	a, err := strconv.Atoi(from)
	b, wrong := strconv.Atoi(to)
	if !ok || err != nil || wrong != nil || a < 0 || a > 24 || b < 0 || b > 24 {
		return errors.New("want FROM-TO with hours from 0 to 24, such as 22-7")
	}
	h.from, h.to = a%24, b%24
	return nil
}

func (h hours) now(t time.Time) bool {
	if h.from < h.to {
		return t.Hour() >= h.from && t.Hour() < h.to
	}
	return h.from == h.to || t.Hour() >= h.from || t.Hour() < h.to
}
