// Package memory allocates large tables directly from the system, and says how much memory
// this process can have.
package memory
