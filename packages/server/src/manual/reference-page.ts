// The reference of the API as pages, one for each tag of its OpenAPI document. They can be read without a script, which chooses the language
// of the samples, filters the list of operations, and sends requests to try them.

import type { Access } from '../context/access.ts';
import { inlineSource } from '../http/headers.ts';
import { type Html, html } from '../lib/html.ts';
import { type Sample, type SampleCall, sampleLanguages, samplesOf } from './code-samples.ts';
import { highlightCode } from './highlight-code.ts';
import { manualScript, manualStyle } from './manual-page.ts';
import { anchorOf, manualPath } from './render-page.ts';

export const referencePath = '/api/docs';

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  examples?: unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
  readOnly?: boolean;
};
type Ref = { $ref?: string };
type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Parameter = Ref & {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  style?: string;
};
type Response = Ref & { description?: string; content?: Content };
type Operation = {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required?: boolean; content: Content };
  responses?: Record<string, Response>;
};
type PathItem = Record<string, Operation> & { servers?: { url: string }[] };

/** The document, as far as the pages show it. */
export type ReferenceDocument = {
  info?: { title: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths?: Record<string, object>;
  components?: {
    schemas?: Record<string, object>;
    parameters?: Record<string, object>;
    responses?: Record<string, object>;
  };
};

type Entry = { method: string; path: string; baseUrl: string; operation: Operation };
type Group = { name: string; slug: string; about: string; entries: Entry[] };
type Place = { document: ReferenceDocument; groups: Group[]; access: ReadonlyMap<string, Access> };

const requestMethods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The page of a tag, by its name in the URL; null if there is none. The first has the introduction as well, and an empty name.
 * `access` is what each operation requires, by its operationId.
 */
export function renderReference(
  document: ReferenceDocument,
  slug: string,
  access: ReadonlyMap<string, Access> = new Map(),
): string | null {
  const groups = groupsOf(document);
  const group = slug === '' ? groups[0] : groups.find((one) => one.slug === slug);
  if (group === undefined) return null;
  const place = { document, groups, access };
  const operations = group.entries.map(({ operation }) => operation);
  const shapes = shapesIn(document, operations);
  const sent = shapesIn(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
  const body = html`<h1>${slug === '' ? `The Frontdesk API` : group.name}</h1>
${slug === '' && introduction(document)}<h2>${slug === '' ? group.name : 'Operations'}</h2><p>${group.about}</p>
${group.entries.map((entry) => renderOperation(place, entry))}
${shapes.length > 0 && html`<h2 id="shapes">Shapes</h2>${shapes.map((name) => renderShape(place, name, sent.includes(name)))}`}`;
  return renderFrame(place, group, body);
}

function groupsOf({ paths = {}, tags = [], servers = [] }: ReferenceDocument): Group[] {
  const groups = new Map(
    tags.map(({ name, description = '' }) => [
      name,
      { name, slug: anchorOf(name), about: description, entries: [] as Entry[] },
    ]),
  );
  for (const [path, item] of Object.entries(paths as Record<string, PathItem>)) {
    const baseUrl = (item.servers ?? servers)[0]?.url.replace(/\/$/, '') ?? '';
    for (const method of requestMethods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const [name = 'Other'] = operation.tags ?? [];
      const group = groups.get(name) ?? { name, slug: anchorOf(name), about: '', entries: [] };
      groups.set(name, group);
      group.entries.push({ method: method.toUpperCase(), path, baseUrl, operation });
    }
  }
  return [...groups.values()].filter(({ entries }) => entries.length > 0);
}

function introduction({ info }: ReferenceDocument): Html {
  return html`${inParagraphs(info?.description ?? '')}
<p>What all operations have in common is on the page <a href="${manualPath}/api">API</a>, and every error on <a href="${manualPath}/errors">Errors</a>. Programs read the <a href="/api/v1/openapi.json">OpenAPI document</a>; with a key, it has the types and forms of the site as well.</p>
`;
}

/** The problems that nearly every operation has, which stand on the page on errors. */
const usualProblems = ['400', '401', '403', '404', '408', '413', '415', '417', '429', '431', '500', '503'];

function renderOperation({ document, access }: Place, entry: Entry): Html {
  const { method, path, operation } = entry;
  const { operationId, summary = operationId, description, requestBody, responses = {} } = operation;
  const parameters = parametersOf(document, operation);
  const results = Object.entries(responses).filter(([, response]) => response.$ref === undefined);
  const problems = Object.entries(responses).filter(
    ([status, { $ref }]) => $ref !== undefined && !usualProblems.includes(status),
  );
  return html`<section class="operation" id="${operationId}" data-method="${method}" data-path="${basePathOf(entry)}${path}">
<h3>${summary}</h3>
<p><strong class="method">${method}</strong> <code>${path}</code></p>
<p class="facts">Operation <code>${operationId}</code>${describeAccess(access.get(operationId))}</p>
${inParagraphs(description === undefined || description === summary ? '' : description)}
${
  parameters.length > 0 &&
  table('Parameters', [
    ['Name', 'Type', 'Description'],
    ...parameters.map((parameter) => ({ parameter, cells: cellsOfParameter(parameter) })),
  ])
}
${requestBody && renderBody(document, requestBody.content, requestBody.description)}
${
  results.length > 0 &&
  table('Responses', [
    ['Status', 'Body', 'Description'],
    ...results.map(([status, { description = '', content = {} }]) => ({
      cells: [html`${status}`, bodyTypes(content), words(description)],
    })),
  ])
}
${renderExample(document, results)}
${
  problems.length > 0 &&
  html`<p class="problems">Problems of its own: ${problems.map(
    ([status, response], at) =>
      html`${at > 0 && ', '}<code>${status}</code> ${words(resolve(response, document.components?.responses).description ?? '')}`,
  )}. <a href="${manualPath}/errors">All errors</a></p>`
}
${samplesOf(sampleCall(document, entry)).map(renderSample)}
${renderTry(document, entry)}
</section>
`;
}

function describeAccess(access: Access | undefined): Html | false {
  if (access === undefined || access === 'signature') return false;
  if (access === 'public' || access === 'anyone') return html` · open to everyone`;
  if (access === 'user') return html` · for those who are signed in, not for API keys`;
  if (access === 'rule') return html` · the scope depends on the record`;
  return html` · needs the scope ${[access].flat().map((scope, at) => html`${at > 0 && ' or '}<code>${scope}</code>`)}`;
}

/** A response of JSON with everything in it. */
function renderExample(document: ReferenceDocument, results: [string, Response][]): Html | false {
  const [, success] = results.find(([status]) => status.startsWith('2')) ?? [];
  const json = success?.content?.['application/json'];
  if (json === undefined) return false;
  const value = json.example ?? exampleOf(document, json.schema ?? {}, 'returned');
  return renderCode('Example of the response', JSON.stringify(value, null, 2), 'json', 'response');
}

function parametersOf({ components }: ReferenceDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => resolve<Parameter>(parameter, components?.parameters));
}

function resolve<T extends Ref>(value: T, named: Record<string, object> = {}): T {
  return value.$ref === undefined ? value : ((named[nameIn(value.$ref)] ?? value) as T);
}

function nameIn(ref: string): string {
  return decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1));
}

function cellsOfParameter({ name, in: where, required, description = '', schema = {} }: Parameter): Html[] {
  return [
    html`<code>${name}</code>${required && ' (required)'}<br><small>${where}</small>`,
    typeOf(schema),
    words([description, limitsOf(schema)].filter(Boolean).join('. ')),
  ];
}

type Row = { cells: Html[]; parameter?: Parameter };

function table(caption: string, [head, ...rows]: [string[], ...Row[]]): Html {
  const row = ({ cells, parameter }: Row): Html =>
    html`<tr${parameter && dataOf(parameter)}>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
  return html`<div class="wide" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>
${rows.map(row)}</tbody></table></div>
`;
}

/** What the form needs to ask for it. */
function dataOf({ name, in: where, required, style, schema = {}, example }: Parameter): Html {
  const shown = { default: schema.default, example: typeof example === 'object' ? undefined : example };
  return html` data-name="${name}" data-in="${where}"${required && html` data-required`}${style === 'form' && html` data-style="form"`}${Object.entries(
    shown,
  ).map(([key, value]) => value !== undefined && { markup: ` data-${key}="${html`${String(value)}`.markup}"` })}`;
}

function renderBody(document: ReferenceDocument, content: Content, description = ''): Html {
  const types = Object.keys(content);
  const schema = content['application/json']?.schema ?? content[types[0] as string]?.schema ?? {};
  return html`<h4>Body</h4><p>${types.map((type, at) => html`${at > 0 && ' or '}<code>${type}</code>`)}${schema.$ref !== undefined && html`, ${typeOf(schema)}`}${description !== '' && html`: ${words(description)}`}</p>
${renderMembers(resolve(schema, document.components?.schemas), 'Members of the body', true)}`;
}

function bodyTypes(content: Content): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }], at) =>
      html`${at > 0 && ', '}${type === 'application/json' && schema ? typeOf(schema) : html`<code>${type}</code>`}`,
  )}`;
}

function renderShape({ document }: Place, name: string, isSent: boolean): Html {
  const schema = (document.components?.schemas?.[name] ?? {}) as Schema;
  return html`<section class="shape" id="shape-${name}"><h3>${name}</h3>
${inParagraphs(schema.description ?? '')}
${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : renderMembers(schema, `Members of ${name}`, isSent)}</section>
`;
}

/** What is required is said of what is sent. */
function renderMembers(schema: Schema, caption: string, isSent: boolean): Html | false {
  const rows = rowsOf(schema, '', isSent);
  return rows.length > 0 && table(caption, [['Name', 'Type', 'Description'], ...rows]);
}

/** With the members of objects inside, such as `settings.closesAt`. */
function rowsOf({ properties = {}, required = [] }: Schema, before: string, isSent: boolean): Row[] {
  return Object.entries(properties).flatMap(([name, member]) => [
    {
      cells: [
        html`<code>${before}${name}</code>${isSent && required.includes(name) && ' (required)'}`,
        typeOf(member),
        words([member.description, limitsOf(member)].filter(Boolean).join('. ')),
      ],
    },
    ...rowsOf(member, `${before}${name}.`, isSent),
    ...rowsOf(member.items ?? {}, `${before}${name}[].`, isSent),
  ]);
}

/** What a value is, in words, with links to shapes. */
function typeOf(schema: Schema): Html {
  const { $ref, type, items, anyOf, oneOf, allOf, enum: values, const: only, additionalProperties, format } = schema;
  if ($ref !== undefined) return html`<a href="#shape-${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (values !== undefined && values.length <= 60)
    return html`${values.map((value, at) => html`${at > 0 && ', '}<code>${value === null ? 'null' : String(value)}</code>`)}`;
  const choice = anyOf ?? oneOf ?? allOf;
  if (choice !== undefined)
    return html`${choice.map((one, at) => html`${at > 0 && (allOf ? ' and ' : ' or ')}${typeOf(one)}`)}`;
  const kinds = [type ?? 'any value'].flat();
  if (items !== undefined) return html`list of ${typeOf(items)}${kinds.includes('null') && ' or null'}`;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    return html`object of ${typeOf(additionalProperties)}${kinds.includes('null') && ' or null'}`;
  return html`${kinds.join(' or ')}${format !== undefined && `, ${format}`}`;
}

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: value, readOnly } = schema;
  const range = (min: number | undefined, max: number | undefined, unit: string): string | null => {
    const number = (limit: number): string => limit.toLocaleString('en');
    if (max === undefined) return min === undefined || (min <= 1 && unit !== '') ? null : `From ${number(min)}${unit}`;
    return min === undefined || (min <= 1 && unit !== '')
      ? `Up to ${number(max)}${unit}`
      : `${number(min)} to ${number(max)}${unit}`;
  };
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    value === undefined ? null : `By default \`${JSON.stringify(value)}\``,
    readOnly === true ? 'Read only' : null,
  ]
    .filter((part) => part !== null)
    .join('. ');
}

function renderSample({ language, code }: Sample): Html {
  const { label, highlightedAs } = sampleLanguages[language];
  return renderCode(label, code, highlightedAs, language);
}

function renderCode(title: string, code: string, highlightedAs: string, name: Sample['language'] | 'response'): Html {
  return html`<div class="sample" data-language="${name}"><h4>${title}</h4><div class="code"><button type="button" class="copy" hidden>Copy</button><pre tabindex="0"><code>${{ markup: highlightCode(code, highlightedAs) }}</code></pre></div></div>
`;
}

/** What the script needs for a form that sends the request. */
function renderTry(document: ReferenceDocument, entry: Entry): Html {
  const { requestBody } = entry.operation;
  const file = requestBody === undefined ? null : fileIn(document, requestBody.content);
  const { body } = sampleCall(document, entry);
  return html`<details class="try"><summary>Try it</summary>${
    requestBody !== undefined &&
    (file !== null
      ? html`<template data-file="${file}"></template>`
      : html`<template data-body="application/json">${JSON.stringify(body, null, 2)}</template>`)
  }</details>
`;
}

/** The sample of an operation: with what is required, and an example for each. */
export function sampleCall(document: ReferenceDocument, entry: Entry): SampleCall {
  const { method, path, baseUrl, operation } = entry;
  const parameters = parametersOf(document, operation);
  const exampleFor = ({ example, schema = {} }: Parameter): unknown => example ?? exampleOf(document, schema);
  const place = parameters.filter((parameter) => parameter.in === 'path');
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const { requestBody, responses = {}, security } = operation;
  const file = requestBody === undefined ? null : fileIn(document, requestBody.content);
  const json = requestBody?.content['application/json'];
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys(success?.content ?? { 'application/json': {} });
  return {
    ...{ method, path, baseUrl, file },
    place: Object.fromEntries(place.map((parameter) => [parameter.name, exampleFor(parameter) as string | number])),
    query: Object.fromEntries(query.map((parameter) => [parameter.name, exampleFor(parameter)])),
    body: json === undefined ? null : (json.example ?? exampleOf(document, json.schema ?? {})),
    signed: security === undefined || security.length > 0,
    readsJson: types.includes('application/json'),
  };
}

/** The operations of the document in the order of the pages. */
export function entriesOf(document: ReferenceDocument): Entry[] {
  return groupsOf(document).flatMap(({ entries }) => entries);
}

/** The member with the file, if the body can only be sent as a form. */
function fileIn({ components }: ReferenceDocument, content: Content): string | null {
  const form = content['multipart/form-data']?.schema;
  if (form === undefined) return null;
  const { properties = {} } = resolve(form, components?.schemas);
  const isFile = ({ contentMediaType, format }: Schema): boolean =>
    contentMediaType !== undefined || format === 'binary';
  return Object.keys(properties).find((name) => isFile(properties[name] as Schema)) ?? null;
}

/** Objects inside of objects are not followed further down: they may be of their own kind. */
const maxDepth = 6;

/**
 * A value of a schema, from its examples. Of an object that is sent, what is required, or its first two members; of one that is
 * returned, what is always there, or all.
 */
function exampleOf(document: ReferenceDocument, schema: Schema, way: 'sent' | 'returned' = 'sent', depth = 0): unknown {
  const { $ref, examples, enum: values, const: only, properties, required = [], items, anyOf, oneOf, allOf } = schema;
  const inside = (part: Schema): unknown => exampleOf(document, part, way, depth + 1);
  if (depth > maxDepth) return {};
  if ($ref !== undefined) return inside(resolve(schema, document.components?.schemas));
  if (examples !== undefined) return examples[0];
  if (only !== undefined) return only;
  if (values !== undefined) return values.find((value) => value !== null);
  if (properties !== undefined) {
    const isReturned = way === 'returned';
    const possible = Object.keys(properties).filter((name) => isReturned || properties[name]?.readOnly !== true);
    const some = isReturned ? possible : possible.slice(0, 2);
    const named = required.length > 0 ? possible.filter((name) => required.includes(name)) : some;
    return Object.fromEntries(named.map((name) => [name, inside(properties[name] as Schema)]));
  }
  if (items !== undefined) return [inside(items)];
  const choice = anyOf ?? oneOf ?? allOf;
  if (choice !== undefined) return inside(choice.find((one) => one.type !== 'null') ?? {});
  // Of the values without an example: they are yes or no.
  return schema.type === 'object' ? {} : true;
}

/** The names of the shapes that parts of the document use, and of those that these use. */
function shapesIn({ components }: ReferenceDocument, parts: unknown): string[] {
  const found = new Set<string>();
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const ref = (value as Ref).$ref;
    if (typeof ref === 'string' && ref.startsWith('#/components/schemas/') && !found.has(nameIn(ref))) {
      found.add(nameIn(ref));
      search(components?.schemas?.[nameIn(ref)]);
    }
    for (const part of Object.values(value)) search(part);
  };
  search(parts);
  return [...found].sort();
}

/** The path of the base URL: requests are tried where the page is. */
function basePathOf({ baseUrl }: Entry): string {
  return new URL(baseUrl, 'http://localhost').pathname.replace(/\/$/, '');
}

function inParagraphs(text: string): Html[] {
  return text === '' ? [] : text.split(/\n+/).map((part) => html`<p>${words(part)}</p>`);
}

/** Text with names in backticks. */
function words(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function renderFrame({ groups }: Place, group: Group, body: Html): string {
  const listed = groups.map(({ name, slug, entries }) => {
    const isShown = name === group.name;
    return html`<li><a href="${referencePath}/${slug}"${isShown && html` aria-current="page"`}><strong>${name}</strong></a>
<ul${!isShown && html` hidden`}>${entries.map(({ method, path, operation: { operationId, summary = operationId } }) => {
      const address = `${isShown ? '' : `${referencePath}/${slug}`}#${operationId}`;
      return html`<li data-words="${`${method} ${path} ${operationId} ${summary}`.toLowerCase()}"><a href="${address}"><small class="method">${shortMethods[method] ?? method}</small><span>${summary}</span></a></li>
`;
    })}</ul></li>
`;
  });
  const languages = Object.entries(sampleLanguages).map(
    ([name, { label }]) => html`<option value="${name}">${label}</option>`,
  );
  const frame = html`<header><a href="${referencePath}">Frontdesk API</a><a href="${manualPath}">Documents</a><button type="button" popovertarget="operations">Operations</button></header>
<div class="frame"><main>
${body}</main>
<nav id="operations" popover aria-label="Operations"><form id="choices"><label>Samples <select id="language">${languages}</select></label>
<label>API key <input id="key" type="password" autocomplete="off" placeholder="Your session, or fd_…"></label>
<label>Find an operation <input id="find" type="search" autocomplete="off" placeholder="POST /contacts, refund …"></label><p id="found" role="status"></p></form><ul>
${listed}</ul></nav></div>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${html`${group.name}`.markup} · Frontdesk API</title><style>${style}</style></head>
<body>${frame.markup}
<script>${script}</script></body>
</html>
`;
}

const shortMethods: Record<string, string> = { DELETE: 'DEL' };

const style = `${manualStyle}
header { position: sticky; top: 0; z-index: 1; background: var(--ground) }
header { gap: .5rem 1rem; padding: .6rem 1rem }
header button { margin-left: auto }
#choices { display: grid; grid-template-columns: 1fr 1fr; position: sticky; top: 0; margin: 0 0 .5rem; padding: .75rem 0 .5rem; background: var(--ground) }
#choices label:last-of-type, #choices p { grid-column: 1 / -1; margin: 0 }
#choices input, #choices select { width: 100% }
select { font: inherit; padding: .3rem; border: 1px solid var(--dim); border-radius: .4rem; background: var(--ground); color: inherit; max-width: 100% }
.frame > #operations { padding: 0 1rem 1.5rem; color: inherit; background: var(--ground); overflow-y: auto; overscroll-behavior: contain; font-size: .9rem }
.frame > #operations:popover-open { position: fixed; inset: 3.5rem 0 0; width: auto; height: auto; margin: 0; border: 0; border-top: 1px solid var(--line) }
#operations li > a { display: flex; gap: .5rem; min-height: 1.6rem; padding: .1rem 0 }
#operations li small { flex: 0 0 3rem; line-height: 1.9 }
#operations ul ul { margin-bottom: .75rem }
[hidden] { display: none !important }
[id] { scroll-margin-top: 4.5rem }
.operation, .shape { border-top: 1px solid var(--line); margin-top: 2rem; content-visibility: auto; contain-intrinsic-size: auto 60rem }
.method { color: var(--accent) }
.facts { color: var(--dim); font-size: .9rem }
.sample { position: relative }
.sample .code { position: static }
.sample .copy { top: 0; right: 0 }
.sample .copy + pre { padding-right: 1rem }
[data-language=response] pre { max-height: 22rem; overflow-y: auto }
caption { text-align: left; font-weight: 700; padding: .5rem 0 }
.wide { margin: .5rem 0 }
table { font-size: .9rem }
td a { display: inline-block; min-width: 1.5rem; min-height: 1.5rem }
h4 { margin: 1rem 0 .25rem }
summary { cursor: pointer; font-weight: 700; padding: .25rem 0 }
.try label { display: block; margin: .5rem 0 }
.try input, .try textarea { display: block; width: 100%; max-width: 40rem; font: .9em/1.5 ui-monospace, monospace; padding: .3rem .7rem; border: 1px solid var(--dim); border-radius: .4rem; background: var(--ground); color: inherit }
.try textarea { min-height: 10rem }
.try form { display: block; margin: 0 }
body[data-language=curl] .sample:not([data-language=curl], [data-language=response]), body[data-language=js] .sample:not([data-language=js], [data-language=response]),
body[data-language=php] .sample:not([data-language=php], [data-language=response]), body[data-language=python] .sample:not([data-language=python], [data-language=response]) { display: none }
@media (max-width: 59.99rem) { main { padding: 1rem } .wide > table { min-width: 34rem } }
@media (min-width: 60rem) {
  header button { display: none }
  .frame { grid-template-columns: 19rem minmax(0, 1fr) }
  .frame > #operations { display: block; position: sticky; inset: auto; top: 3.5rem; width: auto; height: auto; max-height: calc(100vh - 3.5rem); margin: 0 }
}
`;

/** The header marks requests as ours, so that users who are signed in to the admin can try them here. */
const script = `${manualScript}
const language = document.getElementById('language');
const stored = (storage, name) => { try { return storage.getItem(name) } catch { return null } };
const store = (storage, name, value) => { try { storage.setItem(name, value) } catch {} };
language.value = stored(localStorage, 'reference-language') ?? 'curl';
if (!language.value) language.value = 'curl';
const choose = () => { document.body.dataset.language = language.value };
language.onchange = () => { store(localStorage, 'reference-language', language.value); choose() };
choose();
const key = document.getElementById('key');
key.value = stored(sessionStorage, 'reference-key') ?? '';
key.oninput = () => store(sessionStorage, 'reference-key', key.value);
document.getElementById('choices').onsubmit = (event) => event.preventDefault();
const menu = document.getElementById('operations');
const groups = [...menu.querySelectorAll(':scope > ul > li')];
document.getElementById('find').oninput = ({ target }) => {
  const sought = target.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let total = 0;
  for (const group of groups) {
    let found = 0;
    for (const entry of group.querySelectorAll('ul li')) {
      entry.hidden = !sought.every((word) => entry.dataset.words.includes(word));
      if (!entry.hidden) found++;
    }
    total += found;
    group.hidden = found === 0;
    group.lastElementChild.hidden = !sought.length && !group.firstElementChild.hasAttribute('aria-current');
  }
  document.getElementById('found').textContent = total === 0 ? 'Nothing found' : '';
  menu.scrollTop = 0;
};
// A link within the page leaves the list open.
menu.addEventListener('click', ({ target }) => { if (target.closest('a')) try { menu.hidePopover() } catch {} });
const show = (link) => {
  const head = document.getElementById('choices').offsetHeight;
  if (link.offsetTop < menu.scrollTop + head || link.offsetTop > menu.scrollTop + menu.clientHeight - 60) menu.scrollTop = link.offsetTop - head;
};
const begin = () => { for (const group of groups) if (group.firstElementChild.hasAttribute('aria-current')) show(group) };
begin();
menu.addEventListener('toggle', begin);
const own = new Map([...menu.querySelectorAll('a[href^="#"]')].map((link) => [link.hash.slice(1), link]));
const reading = new IntersectionObserver((sections) => {
  for (const { isIntersecting, target } of sections) if (isIntersecting) {
    for (const link of own.values()) link.removeAttribute('aria-current');
    own.get(target.id).setAttribute('aria-current', 'location');
    show(own.get(target.id));
  }
}, { rootMargin: '-15% 0px -80% 0px' });
for (const id of own.keys()) reading.observe(document.getElementById(id));
const make = (name, members, ...parts) => { const made = Object.assign(document.createElement(name), members); made.append(...parts); return made };
for (const details of document.querySelectorAll('.try')) details.addEventListener('toggle', () => {
  if (details.open && !details.querySelector('form')) fillForm(details, details.closest('.operation'));
});
const ours = { 'X-Frontdesk-Client': 'reference' };
let session;
const sender = async () => {
  if (key.value.trim()) return 'with the API key';
  session ??= fetch('/api/v1/me', { headers: ours }).then(async (response) => response.ok ? 'as ' + (await response.json()).user.name : 'without a key').catch(() => 'with your session');
  return session;
};
function fillForm(details, operation) {
  const inputs = [...operation.querySelectorAll('tr[data-name]')].map((row) => {
    const { name, style, required, example = '', default: usual } = row.dataset;
    const hint = row.cells[1].textContent + (usual === undefined ? '' : ', by default ' + usual);
    const input = make('input', { type: 'text', required: required !== undefined, autocomplete: 'off', placeholder: style ? 'updatedAt[gte]=2027-02-19' : example });
    return { row: row.dataset, input, label: make('label', {}, name, make('small', {}, ' ' + hint), input) };
  });
  const labels = (required) => inputs.filter(({ input }) => input.required === required).map(({ label }) => label);
  const others = labels(false);
  const [json, upload] = ['body', 'file'].map((kind) => details.querySelector('template[data-' + kind + ']'));
  const body = json && make('textarea', { value: json.content.textContent, spellcheck: false });
  const file = upload && make('input', { type: 'file', required: true });
  const status = make('p', { role: 'status' });
  const output = make('code');
  const shown = make('pre', { hidden: true, tabIndex: 0 }, output);
  // Its line is there from the start: the button under it must not move while it is pressed.
  const notice = make('p', { textContent: 'Will be sent …, on live data.' });
  const showSender = async () => { notice.textContent = 'Will be sent ' + await sender() + ', on live data.' };
  key.addEventListener('input', showSender);
  showSender();
  const form = make('form', {}, ...labels(true),
    ...(others.length ? [make('details', {}, make('summary', {}, 'Filters and options (' + others.length + ')'), ...others)] : []),
    ...(body ? [make('label', {}, 'Request body', body)] : []),
    ...(file ? [make('label', {}, upload.dataset.file, file)] : []),
    notice, make('button', {}, 'Send request'), status, shown);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const query = [];
    const headers = { ...ours };
    let path = operation.dataset.path;
    for (const { row, input } of inputs) {
      if (input.value === '') continue;
      const value = encodeURIComponent(input.value);
      if (row.in === 'path') path = path.replace('{' + row.name + '}', value);
      else if (row.in === 'header') headers[row.name] = input.value;
      else query.push(row.style ? input.value : encodeURIComponent(row.name) + '=' + value);
    }
    if (key.value.trim()) headers.Authorization = 'Bearer ' + key.value.trim();
    let content;
    if (file) { content = new FormData(); content.append(upload.dataset.file, file.files[0]) }
    else if (body && body.value.trim()) { content = body.value; headers['Content-Type'] = json.dataset.body }
    const { method } = operation.dataset;
    if (query.length) path += '?' + query.join('&');
    if (method === 'DELETE' && !confirm(method + ' ' + path + '\\n\\nDelete this ' + await sender() + ', on live data?')) return;
    status.textContent = 'Sending…';
    try {
      const response = await fetch(path, { method, headers, body: content });
      const type = response.headers.get('content-type') ?? '';
      status.textContent = response.status + ' ' + response.statusText;
      if (/json|text|xml|csv/.test(type)) {
        const text = await response.text();
        try { output.textContent = JSON.stringify(JSON.parse(text), null, 2) } catch { output.textContent = text }
      } else output.textContent = (await response.blob()).size + ' bytes' + (type && ' of ' + type);
      shown.hidden = output.textContent === '';
    } catch (error) { status.textContent = 'The request could not be sent: ' + error.message }
  };
  details.append(form);
}
`;

export const referencePolicy = `default-src 'none'; img-src 'self'; style-src ${inlineSource(style)}; script-src ${inlineSource(script)}; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
