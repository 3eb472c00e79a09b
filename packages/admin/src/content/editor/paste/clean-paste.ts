// Turns HTML from the clipboard into what the editor keeps: Word, Google Docs and web pages say with styles what HTML has
// elements for.

import { buildWordLists } from './word-lists.ts';

const dropped =
  'br.Apple-interchange-newline, style, script, meta, link, title, xml, noscript, template, colgroup, button, input, select, textarea';
const unwrapped = new Set([
  'span',
  'font',
  'center',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'aside',
  'nav',
  'o:p',
  'label',
]);
const keptAttributes: Record<string, readonly string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start', 'type'],
  code: ['class'],
};

/**
 * The HTML to paste. What the editor itself has copied stays as it is. `onLostPictures` gets the number of pictures that
 * cannot be pasted, because they are files on a computer.
 */
export function cleanPastedHtml(html: string, onLostPictures: (count: number) => void = () => {}): string {
  if (html.includes('data-pm-slice')) return html;
  // Style sheets would be reported as violations of the page's security policy.
  const text = html.replaceAll(/<style[\s\S]*?<\/style>/gi, '');
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  for (const element of body.querySelectorAll(dropped)) element.remove();
  removeComments(body);
  buildWordLists(body);
  const lost = [...body.querySelectorAll('img')].filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''));
  if (lost.length > 0) onLostPictures(lost.length);
  // From the inside out, so that what an element contains is done before it is replaced.
  for (const element of [...body.querySelectorAll<HTMLElement>('*')].reverse()) {
    if (isUseless(element)) element.remove();
    else cleanElement(element);
  }
  return body.innerHTML;
}

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** What is not shown, and pictures in files of the computer that it was copied on. */
function isUseless(element: HTMLElement): boolean {
  const isFile =
    element.localName === 'img' && !/^(?:https?:|blob:|data:image\/|\/)/i.test(element.getAttribute('src') ?? '');
  const style = element.getAttribute('style') ?? '';
  return isFile || styleOf(element).display === 'none' || /mso-hide:\s*all/i.test(style);
}

function cleanElement(element: HTMLElement): void {
  const tag = element.localName;
  const style = styleOf(element);
  const formats = isText(element) ? formatsOf(element) : [];
  const alignment = /^(?:p|h[1-6])$/.test(tag) ? style.textAlign : '';
  const isTitle = /\bMsoTitle\b/.test(element.className);
  for (const { name } of [...element.attributes]) {
    if (!keptAttributes[tag]?.includes(name)) element.removeAttribute(name);
  }
  const language = tag === 'code' ? /\blanguage-[\w-]+/.exec(element.className)?.[0] : undefined;
  if (language) element.className = language;
  else element.removeAttribute('class');
  if (/^(?:center|right)$/.test(alignment)) element.setAttribute('style', `text-align: ${alignment}`);
  wrapContent(element, formats);
  // The title of the item is the page's only first heading.
  if (tag === 'h1' || isTitle) rename(element, 'h2');
  else if (unwrapped.has(tag) || isPlain(element)) element.replaceWith(...element.childNodes);
}

// Pages whose security policy forbids styles in HTML allow those that a script sets.
const scratch = document.createElement('span');

function styleOf(element: Element): CSSStyleDeclaration {
  scratch.style.cssText = element.getAttribute('style') ?? '';
  return scratch.style;
}

/** Elements around words, whose style is a format. */
function isText({ localName }: Element): boolean {
  return /^(?:span|font|b|i|u|strong|em|a|sup|sub|p|li)$/.test(localName);
}

function formatsOf(element: HTMLElement): string[] {
  const style = styleOf(element);
  const isInLink = element.localName === 'a' || element.closest('a') !== null || element.querySelector('a') !== null;
  const formats: string[] = [];
  const isHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
  if (/^(?:bold|bolder|[6-9]00)$/.test(style.fontWeight) && !isHeading && element.localName !== 'strong')
    formats.push('strong');
  if (style.fontStyle === 'italic' && element.localName !== 'em') formats.push('em');
  const lines = style.textDecorationLine || style.textDecoration;
  if (lines.includes('line-through')) formats.push('s');
  if (lines.includes('underline') && !isInLink) formats.push('u');
  if (style.verticalAlign === 'super') formats.push('sup');
  if (style.verticalAlign === 'sub') formats.push('sub');
  return formats;
}

/** Google Docs has everything within a bold element that is not bold; links and other formats may say nothing as well. */
function isPlain(element: HTMLElement): boolean {
  const { localName } = element;
  if (localName === 'a') return !element.hasAttribute('href');
  if (localName === 'b' || localName === 'strong')
    return element.querySelector('p, h1, h2, h3, h4, ul, ol, table, div') !== null;
  // One paragraph in a list item or a table cell needs no element.
  const parent = localName === 'p' ? element.parentElement : null;
  return (
    parent !== null && /^(?:li|td|th)$/.test(parent.localName) && parent.querySelectorAll(':scope > p').length === 1
  );
}

function wrapContent(element: HTMLElement, tags: readonly string[]): void {
  if (element.textContent?.trim() === '') return;
  for (const tag of tags) {
    const wrapper = element.ownerDocument.createElement(tag);
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
}

function rename(element: HTMLElement, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}
