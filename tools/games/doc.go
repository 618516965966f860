// Package games is the command "chuhe games". It searches collections of games, removes
// doubles, sorts and splits. What is searched for stands in package collection; reading and
// writing are those of package convert.
package games
