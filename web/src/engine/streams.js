// The code of a module, sorted by what its bytes are: instructions, locals, numbers, addresses, ... each by themselves. Alike
// stands beside alike then, which packs by a twelfth smaller. The build sorts a module (`apart`), a worker puts it together
// again (`together`). Sizes of functions are left out, for they follow from the rest; so are hints about alignment, which no
// browser heeds.

/** What is kept apart. What has no name of its own goes to the last. */
const KINDS = ["instruction", "local", "number", "load", "store", "call", "branch", "declared", "other"];
const kind = Object.fromEntries(KINDS.map((name, i) => [name, i]));

const CODE = 10;
const MAGIC = 8;
/** What the alignment of an access is, by its instruction from 0x28 on: as wide as what is read or written. */
const WIDTHS = [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2];
/** The same for the first instructions on vectors. */
const VECTORS = [4, 3, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4];
/** How many numbers follow the instructions behind 0xfc that have any. */
const BULK = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 };

/** Bytes that grow. */
class Bytes {
  constructor(room = 1 << 16) {
    this.all = new Uint8Array(room);
    this.length = 0;
  }

  push(byte) {
    if (this.length === this.all.length) this.grow(this.length + 1);
    this.all[this.length++] = byte;
  }

  grow(least) {
    const larger = new Uint8Array(Math.max(least, 2 * this.all.length));
    larger.set(this.all.subarray(0, this.length));
    this.all = larger;
  }

  append(bytes) {
    if (this.length + bytes.length > this.all.length) this.grow(this.length + bytes.length);
    this.all.set(bytes, this.length);
    this.length += bytes.length;
  }

  number(value) {
    for (; value > 127; value = Math.floor(value / 128)) this.push((value % 128) | 128);
    this.push(value);
  }

  get bytes() {
    return this.all.subarray(0, this.length);
  }
}

/** A place in bytes that is read on from. */
class Place {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    if (this.at >= this.bytes.length) throw new Error("the module breaks off");
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  take(length) {
    this.at += length;
    if (this.at > this.bytes.length) throw new Error("the module breaks off");
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** Carries a function from the module to the kinds, each byte to its own. */
class Apart {
  constructor(code, kinds) {
    this.code = code;
    this.kinds = kinds;
  }

  byte(kind) {
    const byte = this.code.byte();
    this.kinds[kind].push(byte);
    return byte;
  }

  aligned() {
    this.code.byte();
  }
}

/** Carries it back. */
class Together {
  constructor(kinds, code) {
    this.kinds = kinds;
    this.code = code;
  }

  byte(kind) {
    const byte = this.kinds[kind].byte();
    this.code.push(byte);
    return byte;
  }

  aligned(width) {
    this.code.push(width);
  }
}

/** Carries a number whose last byte is the first below 128. */
function number(way, kind) {
  let value = 0;
  for (let unit = 1; ; unit *= 128) {
    const byte = way.byte(kind);
    value += (byte & 127) * unit;
    if (byte < 128) return value;
  }
}

function access(way, width, kind) {
  way.aligned(width);
  number(way, kind);
}

function numbers(way, count, kind) {
  for (let i = 0; i < count; i++) number(way, kind);
}

function bytes(way, count) {
  for (let i = 0; i < count; i++) way.byte(kind.other);
}

/** Carries a function: what it declares, then its instructions until the `end` that closes it. */
function body(way) {
  for (let groups = number(way, kind.declared); groups > 0; groups--) {
    number(way, kind.declared);
    way.byte(kind.declared);
  }
  let open = 1;
  while (open > 0) {
    const code = way.byte(kind.instruction);
    if (code >= 0x20 && code <= 0x22) number(way, kind.local);
    else if (code === 0x41 || code === 0x42) number(way, kind.number);
    else if (code >= 0x28 && code <= 0x3e) access(way, WIDTHS[code - 0x28], code < 0x36 ? kind.load : kind.store);
    else if (code === 0x10) number(way, kind.call);
    else if (code === 0x0c || code === 0x0d) number(way, kind.branch);
    else if (code === 0x0b) open--;
    else if (code >= 0x02 && code <= 0x04) {
      number(way, kind.other);
      open++;
    } else seldom(way, code);
  }
}

/** Instructions that are followed by a number which has no kind of its own. */
const NUMBERED = new Set([0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2]);
/** Those that nothing follows, besides all from 0x45 to 0xc4. */
const ALONE = new Set([0x00, 0x01, 0x05, 0x0f, 0x1a, 0x1b, 0xd1]);

function seldom(way, code) {
  if ((code >= 0x45 && code <= 0xc4) || ALONE.has(code)) return;
  if (NUMBERED.has(code)) numbers(way, 1, kind.other);
  else if (code === 0x0e) numbers(way, number(way, kind.branch) + 1, kind.branch);
  else if (code === 0x11) numbers(way, 2, kind.other);
  else if (code === 0x1c) numbers(way, number(way, kind.other), kind.other);
  else if (code === 0x43) bytes(way, 4);
  else if (code === 0x44) bytes(way, 8);
  else if (code === 0xfc) numbers(way, BULK[number(way, kind.instruction)] ?? 0, kind.other);
  else if (code === 0xfd) vector(way, number(way, kind.instruction));
  else throw new Error(`the module has an instruction that was not expected: ${code}`);
}

function vector(way, code) {
  if (code <= 11) access(way, VECTORS[code], code === 11 ? kind.store : kind.load);
  else if (code === 92 || code === 93) access(way, code - 90, kind.load);
  else if (code >= 84 && code <= 91) {
    access(way, (code - 84) % 4, code < 88 ? kind.load : kind.store);
    way.byte(kind.other);
  } else if (code === 12 || code === 13) bytes(way, 16);
  else if (code >= 21 && code <= 34) way.byte(kind.other);
}

/** The module with its code sorted: lengths, then what stands around the code, then each kind. */
export function apart(module) {
  const kinds = KINDS.map(() => new Bytes());
  const around = new Bytes();
  const from = new Place(module, MAGIC);
  while (from.at < module.length) {
    const section = from.byte();
    const content = from.take(from.number());
    around.push(section);
    around.number(section === CODE ? functionsApart(content, kinds) : content.length);
    if (section !== CODE) around.append(content);
  }
  const sorted = new Bytes();
  [around, ...kinds].forEach((part) => sorted.number(part.length));
  [around, ...kinds].forEach((part) => sorted.append(part.bytes));
  return sorted.bytes;
}

/** Sorts the section of code; so many functions it has. */
function functionsApart(section, kinds) {
  const code = new Place(section);
  const functions = code.number();
  const way = new Apart(code, kinds);
  for (let i = 0; i < functions; i++) {
    code.number();
    body(way);
  }
  return functions;
}

/** The module that was sorted. */
export function together(sorted) {
  const from = new Place(sorted);
  const lengths = [0, ...KINDS].map(() => from.number());
  const [around, ...kinds] = lengths.map((length) => new Place(from.take(length)));
  const module = new Bytes(2 * sorted.length);
  module.append([0, 97, 115, 109, 1, 0, 0, 0]);
  while (around.at < around.bytes.length) {
    const section = around.byte();
    const size = around.number();
    const content = section === CODE ? functionsTogether(kinds, size) : around.take(size);
    module.push(section);
    module.number(content.length);
    module.append(content);
  }
  return module.bytes;
}

function functionsTogether(kinds, functions) {
  const section = new Bytes(1 << 23);
  const code = new Bytes();
  const way = new Together(kinds, code);
  section.number(functions);
  for (let i = 0; i < functions; i++) {
    code.length = 0;
    body(way);
    section.number(code.length);
    section.append(code.bytes);
  }
  return section.bytes;
}
