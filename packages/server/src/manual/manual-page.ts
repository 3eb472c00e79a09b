// The frame of the documents: their names, the search, and the page.

import { inlineSource } from '../http/headers.ts';
import { type Html, html } from '../lib/html.ts';
import { manualPath } from './render-page.ts';
import type { FoundPart } from './search-pages.ts';

export const manualStyle = `
:root {
  color-scheme: light dark; --ground: #ffffff; --soft: #f4f5f7; --ink: #16202c; --dim: #4c5866; --line: #cfd6de; --accent: #1f5fd0;
  --word: #7038c8; --text: #0b6138; --number: #8a4100; --name: #9c2330
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10151b; --soft: #1a2129; --ink: #eef2f6; --dim: #aab6c3; --line: #313c48; --accent: #8ab4ff;
    --word: #d0aaff; --text: #8fdca0; --number: #ffba80; --name: #ffa39b
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line) }
header > a { font-weight: 700; text-decoration: none; color: inherit }
form { display: flex; gap: .5rem; margin-left: auto }
input, button { font: inherit; padding: .3rem .7rem; border: 1px solid var(--dim); border-radius: .4rem; background: var(--ground); color: inherit; min-width: 0 }
nav { padding: 0 1.5rem 1.5rem }
.frame > nav { border-top: 1px solid var(--line) }
nav h2 { margin: 1.25rem 0 .25rem; border: 0; font-size: .9rem; color: var(--dim) }
nav ul { margin: 0; padding: 0; list-style: none }
nav li { margin-bottom: .25rem }
nav a { text-decoration: none }
nav a[aria-current] { font-weight: 700; color: inherit }
nav.parts { padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; font-size: .9rem }
nav.around { display: flex; justify-content: space-between; gap: 1.5rem; margin-top: 3rem; padding: 1rem 0; border-top: 1px solid var(--line) }
nav.around [rel=next] { margin-left: auto; text-align: right }
main { padding: 1rem 1.5rem 4rem; max-width: 60rem; overflow-wrap: anywhere }
h1 { line-height: 1.2 }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
code { font: .9em/1.5 ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: .25rem }
pre { overflow-x: auto; background: var(--soft); padding: 1rem; border-radius: .5rem }
pre code { padding: 0; background: none }
.code { position: relative }
.copy { position: absolute; top: .4rem; right: .4rem; padding: .1rem .5rem; font-size: .8rem }
.copy:not([hidden]) + pre { padding-right: 4.5rem }
.cmnt { color: var(--dim) }
.kwd, .oper { color: var(--word) }
.str, .insert { color: var(--text) }
.num, .bool, .esc { color: var(--number) }
.func, .type, .class, .section { color: var(--accent) }
.var { color: var(--name) }
.wide { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal }
th, td { padding: .35rem .75rem; border: 1px solid var(--line); text-align: left; vertical-align: top }
ol.found { padding: 0; list-style: none }
ol.found p { margin: .25rem 0 1.25rem; color: var(--dim) }
@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
  .frame > nav { grid-row: 1; grid-column: 1; border: 0; border-right: 1px solid var(--line) }
  main { grid-row: 1; grid-column: 2; padding: 1rem 3rem 4rem }
}
@media (min-width: 84rem) {
  main { max-width: 76rem; padding-right: 18rem }
  nav.parts { float: right; position: sticky; top: 1rem; width: 14rem; max-height: calc(100vh - 2rem); margin-right: -16rem; overflow-y: auto }
}
@media print { header, nav, .copy { display: none } }
`;

/** Browsers give pages the clipboard over https and on this computer only. Without it, and without scripts, there are no buttons. */
export const manualScript = `
for (const button of navigator.clipboard ? document.querySelectorAll('.copy') : []) {
  button.hidden = false;
  button.onclick = async () => {
    await navigator.clipboard.writeText(button.nextElementSibling.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy' }, 2000);
  };
}
`;

export const manualPolicy = `default-src 'none'; img-src 'self'; style-src ${inlineSource(manualStyle)}; script-src ${inlineSource(manualScript)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Pages with their titles, in the groups of the index. */
export type Contents = { title: string; pages: { name: string; title: string }[] }[];

type Frame = {
  title: string;
  contents: Contents;
  /** The name of the page that is shown. */
  current?: string;
  query?: string;
  body: Html;
};

export function renderFrame({ title, contents, current, query = '', body }: Frame): string {
  const head = html`<title>${title} · Frontdesk</title>`;
  const entry = (page: { name: string; title: string }): Html =>
    html`<li><a href="${manualPath}/${page.name}"${page.name === current && html` aria-current="page"`}>${page.title}</a></li>
`;
  const groups = contents.map(
    (group) => html`<h2>${group.title}</h2>
<ul>
${group.pages.map(entry)}</ul>
`,
  );
  const frame = html`
<header><a href="${manualPath}">Frontdesk documents</a>
<form role="search" action="${manualPath}"><input type="search" name="q" value="${query}" aria-label="Search the documents" placeholder="Search" maxlength="200"><button>Search</button></form></header>
<div class="frame"><main>
${body}${linksAround(contents, current)}</main>
<nav aria-label="Documents">
${groups}</nav></div>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head.markup}<style>${manualStyle}</style></head>
<body>${frame.markup}
<script>${manualScript}</script></body>
</html>
`;
}

/** To the pages before and after the current one, in the order of the index. */
function linksAround(contents: Contents, current: string | undefined): Html | false {
  const pages = contents.flatMap((group) => group.pages);
  const at = pages.findIndex(({ name }) => name === current);
  if (at < 0) return false;
  const link = (rel: string, page: { name: string; title: string } | undefined): Html | undefined =>
    page &&
    html`<a rel="${rel}" href="${manualPath}/${page.name}">${rel === 'prev' ? 'Previous' : 'Next'}: ${page.title}</a>`;
  return html`<nav class="around" aria-label="Pages before and after">${link('prev', pages[at - 1])}${link('next', pages[at + 1])}</nav>
`;
}

export const missingPage = html`<h1>No such page</h1><p>It may have another name now: search for it, or choose it from the list.</p>
`;

export function renderFound(query: string, found: readonly FoundPart[]): Html {
  if (query === '') return html`<h1>Search</h1><p>Enter what you look for.</p>`;
  if (found.length === 0) return html`<h1>Search</h1><p>Nothing was found for “${query}”.</p>`;
  return html`<h1>Search: ${query}</h1>
<ol class="found">
${found.map(
  ({ title, heading, url, excerpt }) =>
    html`<li><a href="${url}">${title}${heading !== '' && ` › ${heading}`}</a><p>${excerpt}</p></li>
`,
)}</ol>
`;
}
