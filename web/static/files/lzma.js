// Unpacks a file of LZMA, as the programs xz and 7-Zip write it under this name, while it
// comes. Igor Pavlov's "LZMA specification" says how it is made.

/* exported unlzma */

/** The most bytes of the packed file that one step takes. */
const mostInput = 32;

/** Bytes of the header: the settings, the size of the dictionary, and that of the content. */
const headerSize = 13;

/** The numbers of states and of positions that a model tells apart, and of kinds of lengths. */
const [states, positions, lengthKinds] = [12, 16, 4];

/** Returns a stream that turns a packed file into its content. */
function unlzma() {
  const unpacker = new Unpacker();
  const take = (bytes, out) => {
    const content = unpacker.push(bytes);
    if (content.length) out.enqueue(content);
  };
  return new TransformStream({
    transform: take,
    flush: (out) => {
      take(new Uint8Array(mostInput), out); // so that the last steps find enough
      if (!unpacker.whole) throw new Error('the packed file ends too early');
    },
  });
}

/** The models of a number of binary decisions. */
const models = (n) => new Uint16Array(n).fill(1024);

/** The models of lengths: whether short, whether middle, and the trees of both by position, then that of long ones. */
class Lengths {
  choice = models(2);
  short = models(positions << 3);
  middle = models(positions << 3);
  long = models(256);
}

class Unpacker {
  /** what has come and is not used up */
  packed = new Uint8Array(0);
  at = 0;
  /** the content, as far as it is known, which the file refers back to; null before the header */
  content = null;
  known = 0;
  /** the range and the code of the range coder */
  coder = new Uint32Array(2);
  state = 0;
  /** the last distances, the newest first */
  last = new Int32Array(4);

  /** Whether all of the content is known. */
  get whole() {
    return this.content !== null && this.known === this.content.length;
  }

  /** Takes the next bytes of the packed file, and returns the part of the content that has become known. */
  push(bytes) {
    const rest = this.packed.subarray(this.at);
    this.packed = new Uint8Array(rest.length + bytes.length);
    this.packed.set(rest);
    this.packed.set(bytes, rest.length);
    this.at = 0;
    const before = this.known;
    if (!this.content && !this.begin()) return new Uint8Array(0);
    const end = this.packed.length - mostInput;
    const size = this.content.length;
    while (this.at <= end && this.known < size) this.step();
    return this.content.slice(before, this.known);
  }

  /** Reads the header, and the first bytes of the range coder, once they have come. */
  begin() {
    if (this.packed.length < headerSize + 5) return false;
    const header = new DataView(this.packed.buffer, 0, headerSize + 5);
    const settings = header.getUint8(0);
    const size = header.getUint32(5, true);
    if (settings >= 225 || header.getUint32(9, true) !== 0 || header.getUint8(headerSize) !== 0) {
      throw new Error('not a packed file of a known size');
    }
    this.content = new Uint8Array(size);
    this.contextBits = settings % 9;
    this.placeMask = (1 << (Math.floor(settings / 9) % 5)) - 1;
    this.positionMask = (1 << Math.floor(settings / 45)) - 1;
    this.coder.set([0xffffffff, header.getUint32(headerSize + 1)]);
    this.at = headerSize + 5;
    this.literals = models(0x300 << (this.contextBits + (Math.floor(settings / 9) % 5)));
    this.isMatch = models(states * positions);
    this.isOld = models(states);
    this.isOlder = [models(states), models(states), models(states)];
    this.isLong = models(states * positions);
    this.slots = models(lengthKinds << 6);
    this.nearBits = models(128);
    this.alignBits = models(16);
    this.lengths = new Lengths();
    this.oldLengths = new Lengths();
    return true;
  }

  /** Decodes a decision by the model of a number. */
  bit(all, i) {
    const { coder } = this;
    let [range, code] = [coder[0], coder[1]];
    const p = all[i];
    const bound = Math.imul(range >>> 11, p) >>> 0;
    let bit = 0;
    if (code < bound) {
      range = bound;
      all[i] = p + ((2048 - p) >> 5);
    } else {
      range = (range - bound) >>> 0;
      code = (code - bound) >>> 0;
      all[i] = p - (p >> 5);
      bit = 1;
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | this.packed[this.at++]) >>> 0;
    }
    coder[0] = range;
    coder[1] = code;
    return bit;
  }

  /** Decodes bits that are as often set as not. */
  plainBits(n) {
    const { coder } = this;
    let [range, code] = [coder[0], coder[1]];
    let value = 0;
    for (; n > 0; n--) {
      range >>>= 1;
      value <<= 1;
      if (code >= range) {
        code = (code - range) >>> 0;
        value |= 1;
      }
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | this.packed[this.at++]) >>> 0;
      }
    }
    coder[0] = range;
    coder[1] = code;
    return value;
  }

  /** Decodes bits, the highest first, whose models form a tree from a place on. */
  tree(all, from, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(all, from + node);
    return node - (1 << bits);
  }

  /** Decodes bits in the same way, the lowest first. */
  reversed(all, from, bits) {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(all, from + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Decodes a literal or a match. */
  step() {
    const { state, last, known } = this;
    const position = known & this.positionMask;
    const here = state * positions + position;
    if (!this.bit(this.isMatch, here)) {
      this.literal();
      return;
    }
    let length;
    if (this.bit(this.isOld, state)) {
      if (!this.bit(this.isOlder[0], state)) {
        if (!this.bit(this.isLong, here)) {
          this.state = state < 7 ? 9 : 11;
          this.copy(1);
          return;
        }
      } else {
        let age = 1;
        while (age < 3 && this.bit(this.isOlder[age], state)) age++;
        const distance = last[age];
        last.copyWithin(1, 0, age);
        last[0] = distance;
      }
      length = this.length(this.oldLengths, position);
      this.state = state < 7 ? 8 : 11;
    } else {
      length = this.length(this.lengths, position);
      last.copyWithin(1, 0, 3);
      last[0] = this.distance(Math.min(length - 2, lengthKinds - 1));
      this.state = state < 7 ? 7 : 10;
    }
    this.copy(length);
  }

  literal() {
    const { content, known, state, literals } = this;
    const before = known > 0 ? content[known - 1] : 0;
    const from = 0x300 * (((known & this.placeMask) << this.contextBits) + (before >> (8 - this.contextBits)));
    let symbol = 1;
    if (state >= 7) {
      // It differs from the byte that the last match would have gone on with.
      let expected = this.earlier(known - this.last[0] - 1);
      for (let same = 1; same && symbol < 0x100; expected <<= 1) {
        const next = (expected >> 7) & 1;
        const bit = this.bit(literals, from + 0x100 * (1 + next) + symbol);
        symbol = (symbol << 1) | bit;
        same = next === bit ? 1 : 0;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.bit(literals, from + symbol);
    content[known] = symbol & 0xff;
    this.known = known + 1;
    this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** Decodes the length of a match. */
  length({ choice, short, middle, long }, position) {
    if (!this.bit(choice, 0)) return 2 + this.tree(short, position << 3, 3);
    if (!this.bit(choice, 1)) return 10 + this.tree(middle, position << 3, 3);
    return 18 + this.tree(long, 0, 8);
  }

  /** Decodes a distance: how many bytes there are between. */
  distance(kind) {
    const slot = this.tree(this.slots, kind << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const start = (2 | (slot & 1)) << bits;
    if (slot < 14) return start + this.reversed(this.nearBits, start - slot, bits);
    return start + (this.plainBits(bits - 4) << 4) + this.reversed(this.alignBits, 0, 4);
  }

  /** The byte at an earlier place of the content. */
  earlier(place) {
    if (place < 0) throw new Error('the packed file is damaged');
    return this.content[place];
  }

  /** Repeats what stands at the last distance. */
  copy(length) {
    const { content, known } = this;
    let from = known - this.last[0] - 1;
    this.earlier(from);
    const end = known + length;
    if (this.last[0] < 0 || end > content.length) throw new Error('the packed file is damaged');
    for (let to = known; to < end; to++) content[to] = content[from++];
    this.known = end;
  }
}
