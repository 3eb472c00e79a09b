// Bytes become the right text in every encoding, however they are cut.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXmlText } from './xml-text.ts';

const text = '<a>Größe, naïve – 日本語 🎉</a>';
const utf16le = Buffer.from(text, 'utf16le');
const utf16be = Buffer.from(utf16le).swap16();
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

const cases: [string, Uint8Array, string][] = [
  ['UTF-8', Buffer.from(text), text],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), text],
  ['UTF-16 little endian with a byte order mark', Buffer.concat([Buffer.of(0xff, 0xfe), utf16le]), text],
  ['UTF-16 big endian with a byte order mark', Buffer.concat([Buffer.of(0xfe, 0xff), utf16be]), text],
  ['UTF-16 little endian without a mark', utf16le, text],
  ['UTF-16 big endian without a mark', utf16be, text],
  [
    'declared ISO-8859-1',
    Buffer.from(`${declared('ISO-8859-1')}<a>Größe</a>`, 'latin1'),
    `${declared('ISO-8859-1')}<a>Größe</a>`,
  ],
  [
    'declared Shift_JIS',
    Buffer.concat([Buffer.from(declared('Shift_JIS')), Buffer.of(0x93, 0xfa, 0x96, 0x7b)]),
    `${declared('Shift_JIS')}日本`,
  ],
  ['wrongly declared UTF-16', Buffer.from(`${declared('UTF-16')}é`), `${declared('UTF-16')}é`],
  ['bytes that are not UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x62]), '<a>\ufffdb'],
  ['a last character cut off', Buffer.from([0x3c, 0x61, 0x3e, 0xe2, 0x82]), '<a>\ufffd'],
  ['an empty file', Buffer.alloc(0), ''],
];

describe('text of an XML file', () => {
  for (const [name, bytes, expected] of cases) {
    it(name, async () => {
      for (const size of [1, 2, 3, 5, 4096]) assert.equal(await read(cut(bytes, size)), expected);
    });
  }

  it('characters that are cut apart far into the file stay whole', async () => {
    const long = `<a>${'日本語 🎉é'.repeat(2000)}</a>`;
    for (const size of [1, 3, 1021, 65_537]) assert.equal(await read(cut(Buffer.from(long), size)), long);
  });

  it('skips and counts control characters, and reports progress', async () => {
    const counts = { bytes: 0, dropped: 0 };
    const hooks = {
      onBytes: (total: number) => {
        counts.bytes = total;
      },
      onDropped: (count: number) => {
        counts.dropped += count;
      },
    };
    assert.equal(await read([Buffer.from('<a>\u0000b\u001f\t\r\n\u0085</a>')], hooks), '<a>b\t\r\n\u0085</a>');
    assert.deepEqual(counts, { bytes: 15, dropped: 2 });
  });
});

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

async function read(chunks: Uint8Array[], hooks?: Parameters<typeof readXmlText>[1]): Promise<string> {
  async function* stream() {
    yield* chunks;
  }
  return (await Array.fromAsync(readXmlText(stream(), hooks))).join('');
}
