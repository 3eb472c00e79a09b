// Texts as bytes, one after another in blocks of a megabyte. Responses are kept by the thousand and given up at once: on
// the heap of malloc, what has been allocated between them meanwhile keeps their memory from returning to the system. A block
// is mapped by itself, and unmapped when none of its bytes are in use (decision 0017).

const blockBytes = 1024 * 1024;
/** Half a block holds it in any case. The bytes of a longer text are mapped by themselves anyway. */
const maxLength = 170_000;
/** Of one character of UTF-16. */
const maxBytes = 3;

let block = Buffer.alloc(0);
let used = 0;

/** The bytes of a text. They keep their whole block in memory: only for what is not kept for longer than others. */
export function packedBytes(text: string): Buffer {
  if (text.length > maxLength) return Buffer.from(text);
  if (text.length * maxBytes > block.length - used) {
    block = Buffer.allocUnsafeSlow(blockBytes);
    used = 0;
  }
  const start = used;
  used += block.write(text, start);
  return block.subarray(start, used);
}
