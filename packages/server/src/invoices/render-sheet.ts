// Turns a page into a PDF/A-3 with tags, or a picture: what the process for documents does (document-process.ts), and the only file that loads the compiler.

import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontsFor } from './document-fonts.ts';
import type { Page } from './document-page.ts';
import { template } from './document-template.ts';
import { addFacturX } from './factur-x.ts';

export type Sheet = {
  /** `svg`: its pages, one below the other. */
  format: 'pdf' | 'svg';
  page: Page;
  /** A PNG, in base64. */
  logo: string | null;
  /** The picture of a QR code. */
  qr: string | null;
  /** The e-invoice, which the PDF carries. */
  xml: string | null;
  /** In seconds since 1970. */
  createdAt: number;
};

/** Where the template finds its files, all of which are in memory. */
const folder = '/document';
const standard = { pdfStandard: 'a-3a', pdfTags: true };

export function renderSheet({ format, page, logo, qr, xml, createdAt }: Sheet): Buffer {
  const compiler = compilerFor(fontsFor(JSON.stringify(page)));
  const add = (name: string, content: Buffer): void => compiler.mapShadow(`${folder}/${name}`, content);
  if (logo !== null) add('logo.png', Buffer.from(logo, 'base64'));
  if (qr !== null) add('qr.svg', Buffer.from(qr));
  if (xml !== null) add('factur-x.xml', Buffer.from(xml));
  const parts = { logo: logo !== null, qr: qr !== null, xml: xml !== null };
  const bytes = withShownCharacters(toJson({ ...page, ...parts }, allowed), (json) => {
    add('page.json', Buffer.from(json));
    const source = { mainFileContent: template };
    if (format === 'svg') return Buffer.from(compiler.plainSvg(source));
    return compiler.pdf(source, { ...standard, creationTimestamp: createdAt });
  });
  return xml === null ? bytes : addFacturX(bytes);
}

const compilers = new Map<string, NodeCompiler>();
/** How many documents the parts of a document that recur are kept for. */
const keptAge = 2;

/** One for each set of fonts, because the memory of a compiler is not given back. */
function compilerFor(fontPaths: string[]): NodeCompiler {
  const key = fontPaths.join();
  const compiler = compilers.get(key) ?? NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });
  compilers.set(key, compiler);
  compiler.resetShadow();
  compiler.evictCache(keptAge);
  return compiler;
}

/** PDF/A has no place for control characters and those of private use, whatever the font. A mark of the byte order says nothing here. */
function allowed(text: string): string {
  return text
    .replace(/\t/g, ' ')
    .replace(/\ufeff/g, '')
    .replace(/[^\P{Cc}\n\r]|\p{Co}/gu, unknownCharacter);
}

function toJson(value: unknown, change: (text: string) => string): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'string' ? change(member) : member));
}

const unknownCharacter = '□';

/** As the compiler reports it: the text and the report around it are both written as Rust shows texts to programmers. */
const lacking = /the text `\\"(.*?)\\"` could not be displayed/g;

/** PDF/A has no place for characters that no font has. The compiler names them, and a white square takes their place. */
function withShownCharacters(json: string, write: (json: string) => Buffer): Buffer {
  try {
    return write(json);
  } catch (error) {
    const found = [...String(error).matchAll(lacking)].flatMap(([, text = '']) => Array.from(unescaped(text)));
    if (found.length === 0) throw error;
    const unknown = new Set(found);
    return write(toJson(JSON.parse(json), (text) => replaced(text, unknown)));
  }
}

function replaced(text: string, unknown: ReadonlySet<string>): string {
  return Array.from(text, (character) => (unknown.has(character) ? unknownCharacter : character)).join('');
}

function unescaped(text: string): string {
  return text
    .replaceAll('\\\\', '\\')
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
}
