// The excerpt that the server generates from a text, as far as the panel needs it to show what will come.

const maxHtml = 50_000;
const maxWords = 55;
/** What is no part of it: the server leaves out the same. */
const left = 'script, style, iframe, noembed, noframes, noscript, template, table, sup[data-fn], ol.wp-block-footnotes';
const blocks =
  'address, article, aside, blockquote, br, dd, div, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, li, p, pre';

export function generatedExcerpt(html: string): string {
  const { body } = new DOMParser().parseFromString(html.slice(0, maxHtml), 'text/html');
  for (const element of body.querySelectorAll(left)) element.remove();
  for (const element of body.querySelectorAll(blocks)) element.after(' ');
  const words = (body.textContent ?? '').replaceAll('\u00ad', '').split(/\s+/).filter(Boolean);
  return words.length > maxWords ? `${words.slice(0, maxWords).join(' ')}…` : words.join(' ');
}
