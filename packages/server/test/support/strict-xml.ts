// Reads XML as strictly as the programs that open our exports.

import { inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** All texts of a document, joined. Throws with the first fault. */
export function readStrictly(xml: string): string {
  const parser = new SaxesParser({ xmlns: true });
  const texts: string[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (text) => void texts.push(text));
  parser.on('cdata', (text) => void texts.push(text));
  parser.write(xml).close();
  return texts.join('');
}

/** The files in a ZIP archive, by their names. */
export function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf('PK\x05\x06');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const start = archive.readUInt32LE(at + 42);
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const bytes = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), bytes.toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
