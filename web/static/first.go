package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/rules"
	"chuhe/web"
)

// firstAnswers returns, as JSON, what the server answers to the first requests of a page that
// begins with a new game, by their paths. With them the board takes a move before its engine
// has come.
func firstAnswers() (string, error) {
	server := web.Within(eval.Classical{})
	answers := make(map[string]string)
	for path, request := range map[string]any{
		"limits":   struct{}{},
		"position": map[string]any{"start": board.StartFEN, "rules": rules.Computer.String()},
	} {
		body, err := json.Marshal(request)
		if err != nil {
			return "", err
		}
		r := httptest.NewRequest(http.MethodPost, "/api/"+path, strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			return "", fmt.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
		answers[path] = w.Body.String()
	}
	text, err := json.Marshal(answers)
	return string(text), err
}
