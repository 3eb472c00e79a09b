// The text of HTML, in linear time whatever the input.

import { decodeHTMLStrict } from 'entities';
import { readTokens } from './html-tags.ts';

const inlineElements = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const hiddenElements = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'noscript', 'template']);

/** What is not a single space already. */
const longerSpace = /\s{2,}|[^\S ]/g;

export type HtmlText = {
  /**
   * The text a reader of this HTML would see, on one line: without tags, comments, scripts, styles, shortcodes and the
   * numbers of footnotes, with entities decoded. It is text: escape it before putting it into HTML again.
   */
  all: string;
  /** The same without tables and the notes at the end, which say little out of their place. */
  prose: string;
};

export function readHtmlText(html: string): HtmlText {
  const { all, prose } = removeTags(html);
  const text = cleanText(all);
  return { all: text, prose: prose === null ? text : cleanText(prose) };
}

function cleanText(text: string): string {
  return decodeHTMLStrict(removeShortcodes(text)).replaceAll('\u00ad', '').replace(longerSpace, ' ').trim();
}

/** As the editor and WordPress write them. */
const footnoteNumber = { name: 'sup', attribute: 'data-fn' };
const footnoteList = { name: 'ol', className: 'wp-block-footnotes' };

/** `prose` is null if it is the same. */
function removeTags(html: string): { all: string; prose: string | null } {
  let all = '';
  let prose: string | null = null;
  let hidden: string | null = null;
  let aside: { name: string; depth: number } | null = null;
  let tag = { name: '', attribute: '', isNumber: false, className: '' };
  const lower = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const add = (text: string): void => {
    if (hidden !== null) return;
    all += text;
    if (prose !== null && aside === null) prose += text;
  };
  const addBoundary = (name: string): void => {
    if (!inlineElements.has(name)) add(' ');
  };
  const openElement = (): void => {
    const { name, isNumber, className } = tag;
    if (isNumber) hidden ??= name;
    if (hidden !== null) return;
    if (aside?.name === name) aside.depth++;
    const isAside = name === 'table' || (name === footnoteList.name && hasClass(className, footnoteList.className));
    if (aside !== null || !isAside) return;
    prose ??= all;
    aside = { name, depth: 1 };
  };
  readTokens(html, {
    ontext: (start, end) => add(html.slice(start, end)),
    onopentagname(start, end) {
      const name = lower(start, end);
      addBoundary(name);
      tag = { name, attribute: '', isNumber: false, className: '' };
      if (hiddenElements.has(name)) hidden ??= name;
    },
    onattribname(start, end) {
      if (tag.name !== footnoteNumber.name && tag.name !== footnoteList.name) return;
      tag.attribute = lower(start, end);
      tag.isNumber ||= tag.name === footnoteNumber.name && tag.attribute === footnoteNumber.attribute;
    },
    onattribdata(start, end) {
      if (tag.attribute === 'class') tag.className += html.slice(start, end);
    },
    onopentagend: openElement,
    onselfclosingtag: openElement,
    onclosetag(start, end) {
      const name = lower(start, end);
      if (name === hidden) hidden = null;
      else if (hidden === null && name === aside?.name && --aside.depth === 0) aside = null;
      addBoundary(name);
    },
  });
  return { all, prose };
}

function hasClass(classes: string, name: string): boolean {
  return classes.split(/\s+/).includes(name);
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
