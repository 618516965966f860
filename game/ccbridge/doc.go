// Package ccbridge reads the files of CCBridge (象棋桥): CBR with one game, CBL, a
// library of many, and CBF, one game as XML. It writes CBR.
//
// A CBR begins with a head of 2,214 bytes: "CCBridge Record", texts in UTF-16 in fields
// of fixed size, numbers, and the board. Moves follow in the order of package preorder.
// The first is not a move and holds the comment on the whole game.
//
// A CBL begins with "CCBridgeLibrary", its name, and an index of the games. The games
// themselves follow, each like a CBR, in slots of 4,096 bytes: one that needs more
// than a slot goes on in the next, and slots may be empty. Other programs leave the index
// out, so the reader looks at every slot. The index says which games were deleted, and
// whether some are missing.
//
// Libraries of the first CCBridge, which are compressed and keep other records, are
// recognised but not read.
package ccbridge
