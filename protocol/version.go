package protocol

import "runtime/debug"

// fallbackVersion is told when the binary does not know its own version.
const fallbackVersion = "0.1.0-dev"

// Version returns the version of the program: that of its module, or of the
// commit that it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return fallbackVersion
	}
	return info.Main.Version
}
