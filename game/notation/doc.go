// Package notation writes and reads moves as people do: in Chinese (炮二平五),
// in WXF letters (C2.5), in Vietnamese letters (P2-5) and as ICCS squares (H2-E2).
//
// The first three name a move by the piece, the file it stands on counted from
// its owner's right, and where it goes. They are one description in three
// alphabets, so they share the code: a text is read into a description, which
// is then compared with the descriptions of the legal moves.
package notation
