// The text of HTML, in linear time whatever the input.

import { decodeHTMLStrict } from 'entities';
import { Tokenizer } from 'htmlparser2';

const inlineElements = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const hiddenElements = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'noscript', 'template']);

/** What is not a single space already. */
const longerSpace = /\s{2,}|[^\S ]/g;

/**
 * The text a reader of this HTML would see, on one line: without tags, comments, scripts, styles and shortcodes, with
 * entities decoded. The result is text: escape it before putting it into HTML again.
 */
export function htmlToText(html: string): string {
  return decodeHTMLStrict(removeShortcodes(removeTags(html)))
    .replaceAll('\u00ad', '')
    .replace(longerSpace, ' ')
    .trim();
}

/** Uses the tokenizer, because the parser searches all open elements at each tag: 900 kB of `<div>` take it seconds. */
function removeTags(html: string): string {
  let text = '';
  let hidden: string | null = null;
  const ignore = () => {};
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const addBoundary = (name: string): void => {
    if (hidden === null && !inlineElements.has(name)) text += ' ';
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext(start, end) {
        if (hidden === null) text += html.slice(start, end);
      },
      onopentagname(start, end) {
        const name = nameAt(start, end);
        addBoundary(name);
        if (hiddenElements.has(name)) hidden ??= name;
      },
      onclosetag(start, end) {
        const name = nameAt(start, end);
        if (name === hidden) hidden = null;
        addBoundary(name);
      },
      ontextentity: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return text;
}

const coreShortcodes = ['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption'];

/** Removes WordPress shortcodes, but keeps text [in brackets]: a shortcode is known, closed, or has attributes. */
function removeShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  const names = new Set(coreShortcodes);
  for (const [, name] of text.matchAll(/\[\/([a-z][\w-]{0,63})\]/g)) names.add(name!);
  return text.replace(
    /\[(\/?)([a-z][\w-]{0,63})((?:\s[^[\]]{0,2000})?)\]/g,
    (code: string, slash: string, name: string, rest: string) =>
      slash || names.has(name) || rest.includes('=') || rest.endsWith('/') ? ' ' : code,
  );
}
