package protocol

// Dialect is the protocol in which the engine answers. The zero value is UCCI.
type Dialect uint8

// The dialects.
const (
	UCCI Dialect = iota
	UCI
)

// String returns the word with which a host asks for the dialect.
func (d Dialect) String() string {
	if d == UCI {
		return "uci"
	}
	return "ucci"
}
