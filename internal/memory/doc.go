// Package memory allocates large tables directly from the system, and says how much memory
// and how many threads this process can have.
package memory
