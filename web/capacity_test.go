package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/memory"
	"chuhe/search"
)

// TestCapacity asserts that an analysis of the user's own page gets the threads and the
// memory that it asks for, also beyond what the board has, and that no other page does.
func TestCapacity(t *testing.T) {
	owner := &user{key: secret()}
	s, url := startServer(t, config{processors: 1, hash: 4, owner: owner, rivals: &processes{}})
	mine := []string{"Origin", strings.TrimSuffix(url, "/")}
	analyse := func(key string, hash int, headers ...string) analysisLine {
		t.Helper()
		status, text := post(t, url+"api/analyse", fmt.Sprintf(`{"key":%q,"threads":64,"hash":%d,"nodes":2000}`, key, hash), headers...)
		require.Equal(t, http.StatusOK, status, text)
		var line analysisLine
		require.NoError(t, json.Unmarshal([]byte(strings.SplitN(text, "\n", 2)[0]), &line), text)
		return line
	}
	for name, line := range map[string]analysisLine{
		"no key":    analyse("", 32, mine...),
		"wrong key": analyse(secret(), 32, mine...),
		"no origin": analyse(owner.key, 32),
		"proxy":     analyse(owner.key, 32, append([]string{"Via", "x"}, mine...)...),
	} {
		assert.Equal(t, []int{1, 4}, []int{line.Threads, line.Hash}, name)
	}
	line := analyse(owner.key, 32, mine...)
	assert.Equal(t, []int{command.Processors(), 32}, []int{line.Threads, line.Hash})
	require.NotNil(t, s.pool.large)
	assert.Equal(t, 32, s.pool.largeHash())
	analyse("", 32, mine...)
	assert.NotNil(t, s.pool.large, "others leave the user's table alone")
	analyse(owner.key, 4, mine...)
	assert.Nil(t, s.pool.large, "the memory is given back")
	assert.Zero(t, s.pool.busy())

	status, text := post(t, url+"api/engines", `{"key":"`+owner.key+`"}`, mine...)
	require.Equal(t, http.StatusOK, status)
	most := capacity{1, 4}.own(memory.Left(), 0)
	assert.JSONEq(t, fmt.Sprintf(`{"engines":[],"threads":%d,"hash":%d}`, most.threads, most.hash), text)
	assert.Equal(t, 4, ask[limitsReply](t, url+"api/limits", `{}`).Hash)
}

// TestOwnCapacity asserts that an analysis of the user's own page may use about half of what is
// left of the memory, but not less than others, nor less than it has.
func TestOwnCapacity(t *testing.T) {
	for _, c := range []struct {
		left uint64 // MiB
		held int
		want int
	}{
		{left: 0, want: 64},
		{left: 1, want: 64},
		{left: 255, want: 64},
		{left: 256, want: 128},
		{left: 1500, want: 512},
		{left: 1500, held: 1024, want: 1024},
		{left: 2047, want: 512},
		{left: 2048, want: 1024},
		{left: 24_000, want: 8192},
		{left: 24_000, held: 4096, want: 8192},
		{left: 1 << 40, want: search.MaxHash},
	} {
		got := capacity{1, 64}.own(c.left<<20, c.held)
		assert.Equal(t, c.want, got.hash, "%d MiB left, a table of %d MiB", c.left, c.held)
		assert.Equal(t, command.Processors(), got.threads)
	}
	assert.Equal(t, 100_000, capacity{100_000, 64}.own(0, 0).threads)
}

// TestPoolLarge asserts that there is one engine with a large table at most, which the
// searches of others leave alone.
func TestPoolLarge(t *testing.T) {
	p := newPool(1, 1)
	defer p.close()
	take := func(hash, threads int) *search.Engine {
		o := search.DefaultOptions()
		o.Hash, o.Threads = hash, threads
		e, err := p.acquire(context.Background(), client{}, o, false, nil)
		require.NoError(t, err)
		return e
	}
	large := take(3, 2)
	assert.Equal(t, 1, p.busy(), "it takes all that the pool has")
	second, err := p.engine(large.Options(), false) // as if there were another processor
	require.NoError(t, err)
	assert.Equal(t, 1, second.Options().Hash, "the large one is at work")
	p.free--
	p.release(second)
	p.release(large)
	assert.Zero(t, p.busy())
	for range 3 {
		other := take(1, 1)
		assert.NotSame(t, large, other)
		p.release(other)
	}
	assert.LessOrEqual(t, p.made, 2)
	again := take(2, 1)
	assert.Same(t, large, again, "another size of the user's is no second one")
	p.release(again)
	p.dropLarge()
	assert.Equal(t, 1, p.made)
	assert.Nil(t, p.large)
}
