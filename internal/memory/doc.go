// Package memory gets large tables from the system.
package memory
