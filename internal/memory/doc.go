// Package memory allocates large tables directly from the system.
package memory
