package memory

import (
	"cmp"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// unlimited is the number of bytes where nothing bounds them.
const unlimited = uint64(math.MaxUint64)

// group has the limits of a control group, in bytes, for all processes in it together. A
// container and a unit of systemd are such groups, each in others. When one is full the
// system kills a process in it, however much the machine has left.
type group struct {
	most uint64 // of memory
	left uint64 // of most, with the caches that the system can take back
	swap uint64 // that it may still fill
}

// groups returns the control groups of this process that count memory, as [folders] has them.
func groups(files fs.FS) (all []group) {
	list, old := folders(files, "memory")
	read := newGroup
	if old {
		read = oldGroup
	}
	for _, folder := range list {
		all = append(all, read(numbersOf(files, folder)))
	}
	return all
}

// folders returns the folders of the control groups of this process that count a resource,
// its own first, then those around it as far as they can be seen: a container may hide them.
// Old is true for version 1.
func folders(files fs.FS, resource string) (all []string, old bool) {
	h, ok := findHierarchy(files, resource)
	if !ok {
		return nil, false
	}
	for folder := h.own; ; folder = path.Dir(folder) {
		all = append(all, folder)
		if folder == h.top || folder == "." {
			return all, h.old
		}
	}
}

// newGroup returns a group of version 2. Beyond memory.high the system kills nobody, but
// slows the processes down so much that a game would be lost on time.
// See https://docs.kernel.org/admin-guide/cgroup-v2.html#memory.
func newGroup(n numbers) group {
	g := group{most: n.least("memory.max", "memory.high"), left: unlimited, swap: unlimited}
	if g.most < unlimited {
		g.left = less(g.most, less(n["memory.current"], n["inactive_file"]+n["active_file"]+n["slab_reclaimable"]))
	}
	if swap := n.least("memory.swap.max"); swap < unlimited {
		g.swap = less(swap, n["memory.swap.current"])
	}
	return g
}

// oldGroup returns a group of version 1. The limit with swap is one of memory and swap
// together, and memory.stat has the limits of groups around it that are hidden.
// See https://docs.kernel.org/admin-guide/cgroup-v1/memory.html.
func oldGroup(n numbers) group {
	g := group{most: n.least("memory.limit_in_bytes", "hierarchical_memory_limit"), left: unlimited, swap: unlimited}
	caches := n["total_inactive_file"] + n["total_active_file"]
	if g.most < unlimited {
		g.left = less(g.most, less(n["memory.usage_in_bytes"], caches))
	}
	if both := n.least("memory.memsw.limit_in_bytes", "hierarchical_memsw_limit"); both < unlimited {
		left := less(both, less(n["memory.memsw.usage_in_bytes"], caches))
		g.left = min(g.left, left)
		g.swap = left - g.left
	}
	return g
}

// less returns the difference of two numbers, 0 if it is negative.
func less(a, b uint64) uint64 { return a - min(a, b) }

// numbers are what the files of a group say, by the name of the file, and those in
// memory.stat by their own names. Files may be missing: the outermost group has no limits,
// and a group that does not count memory lacks them all.
type numbers map[string]uint64

// numbersOf returns the numbers of the group with a folder.
func numbersOf(files fs.FS, folder string) numbers {
	n := make(numbers)
	n.read(files, folder,
		"memory.max", "memory.high", "memory.current", "memory.swap.max", "memory.swap.current",
		"memory.limit_in_bytes", "memory.usage_in_bytes", "memory.memsw.limit_in_bytes", "memory.memsw.usage_in_bytes")
	if text, err := fs.ReadFile(files, path.Join(folder, "memory.stat")); err == nil {
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) == 2 {
				n.put(f[0], f[1])
			}
		}
	}
	return n
}

// read stores the numbers of files in a folder that have nothing else.
func (n numbers) read(files fs.FS, folder string, names ...string) {
	for _, name := range names {
		if text, err := fs.ReadFile(files, path.Join(folder, name)); err == nil {
			n.put(name, strings.TrimSpace(string(text)))
		}
	}
}

// put stores a number, unless it stands for no limit: then version 2 has the word "max", and
// version 1 a number near 1<<63.
func (n numbers) put(name, text string) {
	if v, err := strconv.ParseUint(text, 10, 62); err == nil {
		n[name] = v
	}
}

// least returns the least number with one of the names, unlimited if there is none.
func (n numbers) least(names ...string) uint64 {
	least := unlimited
	for _, name := range names {
		if v, ok := n[name]; ok {
			least = min(least, v)
		}
	}
	return least
}

// hierarchy is where the control groups of this process are among the files.
type hierarchy struct {
	own string // the folder of the process's own group
	top string // the folder of the outermost group that can be seen
	old bool   // version 1
}

// findHierarchy finds the hierarchy that counts a resource, "memory" or "pids"; ok is false
// if it cannot be seen. A system may have both versions, of which one counts it.
// See cgroups(7) and proc_pid_mountinfo(5).
func findHierarchy(files fs.FS, resource string) (h hierarchy, ok bool) {
	name := ""
	cgroup, _ := fs.ReadFile(files, "proc/self/cgroup")
	for line := range strings.Lines(string(cgroup)) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3) // number, controllers, path
		switch {
		case len(f) < 3 || !strings.HasPrefix(f[2], "/"):
		case listed(resource, f[1]):
			name, h.old = f[2], true
		case f[0] == "0" && !h.old:
			name = f[2]
		}
	}
	if name == "" {
		return h, false
	}
	mounts, _ := fs.ReadFile(files, "proc/self/mountinfo")
	for line := range strings.Lines(string(mounts)) {
		mount, system, _ := strings.Cut(line, " - ")
		m, s := strings.Fields(mount), strings.Fields(system) // number, parent, device, root, point; type, source, options
		if len(m) < 5 || len(s) < 3 {
			continue
		}
		if h.old && (s[0] != "cgroup" || !listed(resource, s[2])) || !h.old && s[0] != "cgroup2" {
			continue
		}
		if below, ok := under(name, unescape.Replace(m[3])); ok {
			h.top = cmp.Or(strings.TrimPrefix(path.Clean(unescape.Replace(m[4])), "/"), ".")
			h.own = path.Join(h.top, below)
			return h, true
		}
	}
	return h, false
}

// listed reports whether a word is in a list with commas.
func listed(word, list string) bool { return slices.Contains(strings.Split(list, ","), word) }

// under returns the path of a group below the root of a mount. A mount may show other groups,
// and a group may lie outside what this process can see: its path then begins with "..".
func under(group, root string) (below string, ok bool) {
	below, ok = strings.CutPrefix(group, strings.TrimSuffix(root, "/"))
	if !ok || below != "" && below[0] != '/' || below == "/.." || strings.HasPrefix(below, "/../") {
		return "", false
	}
	return below, true
}

// unescape reads the characters that mountinfo writes as numbers.
var unescape = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
