// Where each piece goes, for the pictures of the help.

/** A position for each piece: its FEN, the square of the piece, and where it goes. @type {Record<string, [string, string, string]>} */
export const ways = {
  K: ['3k5/9/9/9/9/9/9/9/4K4/9 w', 'e1', 'e0 e2 f1'],
  A: ['3k5/9/9/9/9/9/9/9/4A4/4K4 w', 'e1', 'd0 d2 f0 f2'],
  B: ['3k5/9/9/9/9/9/5N3/4B4/9/4K4 w', 'e2', 'c0 c4 g0'],
  N: ['3k5/9/9/9/4p4/4N4/9/9/9/4K4 w', 'e4', 'c3 c5 d2 f2 g3 g5'],
  R: ['3k5/9/2n6/9/9/2R3p2/9/9/9/4K4 w', 'c4', 'a4 b4 c0 c1 c2 c3 c5 c6 c7 d4 e4 f4 g4'],
  C: ['3k5/2n6/9/9/2p6/9/9/2C6/9/4K4 w', 'c2', 'a2 b2 c0 c1 c3 c4 c8 d2 e2 f2 g2 h2 i2'],
  P: ['3k5/9/9/9/4P4/9/9/9/9/4K4 w', 'e5', 'd5 e6 f5'],
};
