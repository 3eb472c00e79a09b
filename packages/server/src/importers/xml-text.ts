// From the bytes of an XML file to its text: detects the encoding (XML 1.0, appendix F), decodes across chunk borders,
// and skips characters that XML does not allow.
import { SaxesParser } from 'saxes';
import { dropForbidden } from '../lib/escape-xml.ts';
import { WordpressExportError } from './wordpress-export-error.ts';

/** Enough bytes for any XML declaration. */
const HEAD_BYTES = 1024;
/** A source may send a whole file at once; small pieces use little memory. */
const PIECE_BYTES = 64 * 1024;

export interface XmlTextHooks {
  /** Called after each piece with the bytes read so far. */
  onBytes?(total: number): void;
  /** Called with the number of skipped characters. */
  onDropped?(count: number): void;
}

/**
 * The text of an XML file, piece by piece. Invalid bytes become U+FFFD; control characters, which WordPress exports
 * unescaped, are invisible and are skipped.
 * @throws WordpressExportError for an archive or an unknown encoding
 */
export async function* readXmlText(bytes: AsyncIterable<Uint8Array>, hooks: XmlTextHooks = {}): AsyncGenerator<string> {
  let head: Uint8Array | null = new Uint8Array();
  let decoder: TextDecoder | null = null;
  let total = 0;
  for await (const piece of cutIntoPieces(bytes)) {
    total += piece.length;
    head = head && Buffer.concat([head, piece]);
    if (!head || head.length >= HEAD_BYTES) {
      decoder ??= new TextDecoder(findEncoding(head!));
      yield clean(decoder.decode(head ?? piece, { stream: true }), hooks);
      head = null;
    }
    hooks.onBytes?.(total);
  }
  decoder ??= new TextDecoder(findEncoding(head!));
  yield clean(decoder.decode(head ?? undefined), hooks);
}

async function* cutIntoPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) yield chunk.subarray(start, start + PIECE_BYTES);
  }
}

function clean(text: string, hooks: XmlTextHooks): string {
  const kept = dropForbidden(text);
  if (kept.length < text.length) hooks.onDropped?.(text.length - kept.length);
  return kept;
}

/** Where a tar archive says that it is one. */
const tarMark = 257;

/** From the byte order mark, else the pattern of the first bytes, else the XML declaration. */
function findEncoding(head: Uint8Array): string {
  const [a, b, c, d] = head;
  if (a === 0x1f && b === 0x8b) throw new WordpressExportError('not XML: this is a gzip archive; unpack it first');
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) {
    throw new WordpressExportError('not XML: this is a zip archive; unpack it first');
  }
  if (Buffer.from(head).toString('latin1', tarMark, tarMark + 5) === 'ustar') {
    const command = 'import it on the server with `frontdesk import <file>`';
    throw new WordpressExportError(
      `not XML: this is a tar archive; if \`frontdesk export\` has written it, ${command}`,
    );
  }
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return findDeclaredEncoding(Buffer.from(head).toString('latin1').trimStart());
}

function findDeclaredEncoding(head: string): string {
  const end = head.indexOf('?>');
  if (!head.startsWith('<?xml') || end < 0) return 'utf-8';
  let declared = 'utf-8';
  const parser = new SaxesParser();
  parser.on('error', () => {}); // a broken declaration is reported when the file is parsed
  parser.on('xmldecl', (declaration) => {
    declared = declaration.encoding ?? declared;
  });
  parser.write(head.slice(0, end + 2));
  // A declaration that is readable byte by byte is not in a two-byte encoding, whatever it says.
  if (declared.toLowerCase().startsWith('utf-16')) return 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    throw new WordpressExportError(`the file declares the encoding "${declared}", which is not supported`);
  }
}
