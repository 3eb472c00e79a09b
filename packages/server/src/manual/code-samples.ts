// How an operation of the API is called from a shell, and with our client, PHP and Python: what the reference shows.

/** A request as a sample sends it. */
export type SampleCall = {
  method: string;
  /** Such as `/contacts/{id}`, after the base URL. */
  path: string;
  baseUrl: string;
  /** What stands in place of the names in the path. */
  place: Record<string, string | number>;
  query: Record<string, unknown>;
  /** Null for a request without a body. */
  body: unknown;
  /** The name of the member with the file, if the body is sent as a form. */
  file: string | null;
  /** Whether the request needs a key. */
  signed: boolean;
  /** Whether the response is JSON. */
  readsJson: boolean;
};

export type Sample = { language: 'curl' | 'js' | 'php' | 'python'; code: string };

export const sampleLanguages: Record<Sample['language'], { label: string; highlightedAs: string }> = {
  curl: { label: 'curl', highlightedAs: 'sh' },
  js: { label: 'JavaScript (our client)', highlightedAs: 'js' },
  php: { label: 'PHP', highlightedAs: 'php' },
  python: { label: 'Python (requests)', highlightedAs: 'python' },
};

export function samplesOf(call: SampleCall): Sample[] {
  return [
    { language: 'curl', code: inShell(call) },
    { language: 'js', code: withClient(call) },
    { language: 'php', code: inPhp(call) },
    { language: 'python', code: inPython(call) },
  ];
}

/** Collections of `createAdminClient`, by their path. */
const collections: Record<string, string> = {
  '/audit': 'auditLog',
  '/authors': 'authors',
  '/backups': 'backups',
  '/categories': 'categories',
  '/contacts': 'contacts',
  '/content/{type}': 'content({type})',
  '/content/{type}/{id}/revisions': 'content({type}).revisions({id})',
  '/deliveries': 'deliveries',
  '/editors': 'editors',
  '/events': 'events',
  '/forms': 'forms',
  '/forms/{id}/discounts': 'forms({id}).discounts',
  '/forms/{id}/webhooks': 'forms({id}).webhooks',
  '/imports': 'imports',
  '/invoices': 'invoices',
  '/mails': 'mails',
  '/media': 'media',
  '/payments': 'payments',
  '/payments/webhooks': 'payments.webhooks',
  '/submissions': 'inbox',
  '/tags': 'tags',
  '/taxonomies': 'taxonomies',
  '/taxonomies/{taxonomy}/terms': 'taxonomies.terms({taxonomy})',
  '/tokens': 'tokens',
  '/types': 'types',
  '/views': 'views',
  '/webhooks': 'webhooks',
};

/** The methods of a collection: by the method of the request, and whether a record is named. */
const methods: Record<string, string> = {
  'GET many': 'list',
  'GET one': 'get',
  'POST many': 'create',
  'PATCH one': 'update',
  'DELETE one': 'delete',
};

/** Other methods than those of collections. In braces: a name in the path, or the body. */
const namedCalls: Record<string, string> = {
  'GET /content/{type}/by-external-id/{externalId}': 'content({type}).getByExternalId({externalId})',
  'PUT /content/{type}/by-external-id/{externalId}': 'content({type}).replaceByExternalId({externalId}, {body})',
  'POST /content/{type}/bulk': 'content({type}).bulk({body.operations})',
  'PATCH /content/{type}/{id}/revisions/{number}': 'content({type}).revisions({id}).rename({number}, {body.name})',
  'GET /content/{type}/{id}/revisions/{number}/diff': 'content({type}).revisions({id}).compare({number})',
  'POST /content/{type}/{id}/revisions/{number}/restore': 'content({type}).revisions({id}).restore({number})',
  'PATCH /content/{type}/{id}/draft': 'content({type}).updateDraft({id}, {body})',
  'DELETE /content/{type}/{id}/draft': 'content({type}).discardDraft({id})',
  'POST /content/{type}/{id}/publish': 'content({type}).publish({id}, {body})',
  'GET /content/{type}/{id}/former-slugs': 'content({type}).formerSlugs({id})',
  'GET /content/{type}/{id}/uses': 'content({type}).uses({id})',
  'GET /content/{type}/{id}/references': 'content({type}).references({id})',
  'POST /content/{type}/{id}/preview': 'content({type}).preview({id}, {body})',
  'POST /editors': 'editors.open({body})',
  'DELETE /editors/{window}': 'editors.close({window})',
  'GET /types/{name}/changes': 'types.changes({name})',
  'GET /types/{name}/changes/{id}': 'types.change({name}, {id})',
  'POST /types/{name}/changes/{id}/retry': 'types.retryChange({name}, {id})',
  'POST /types/{name}/undo': 'types.undo({name})',
  'GET /taxonomies/{taxonomy}/tree': 'taxonomies.terms({taxonomy}).tree()',
  'POST /taxonomies/{taxonomy}/merge': 'taxonomies.terms({taxonomy}).mergeAll({body.terms}, {body.into})',
  'POST /taxonomies/{taxonomy}/terms/{term}/merge': 'taxonomies.terms({taxonomy}).merge({term}, {body.into})',
  'POST /authors/merge': 'authors.merge({body.authors}, {body.into})',
  'GET /me/author': 'authors.mine()',
  'PATCH /me/author': 'authors.updateMine({body})',
  'GET /languages': 'languages()',
  'GET /media/folders': 'media.folders()',
  'GET /media/tags': 'media.tags()',
  'GET /media/by-external-id/{externalId}': 'media.getByExternalId({externalId})',
  'GET /media/{id}/uses': 'media.uses({id})',
  'POST /media/{id}/link': 'media.link({id}, {body})',
  'POST /imports/{id}/start': 'imports.start({id}, {body})',
  'PATCH /imports/{id}': 'imports.cancel({id})',
  'GET /forms/{id}/code': 'forms({id}).code()',
  'GET /forms/{id}/versions/{version}': 'forms({id}).version({version})',
  'GET /forms/{id}/availability': 'forms({id}).availability()',
  'GET /forms/{id}/stock': 'forms({id}).stock()',
  'PATCH /forms/{id}/stock': 'forms({id}).correctStock({body})',
  'GET /forms/{id}/challenge': 'forms({id}).challenge()',
  'POST /forms/{id}/spam': 'forms({id}).sortSpam({body})',
  'DELETE /forms/{id}/spam': 'forms({id}).emptySpam()',
  'GET /forms/{id}/submissions': 'forms({id}).submissions()',
  'GET /forms/{id}/submissions/{submissionId}': 'forms({id}).submission({submissionId})',
  'DELETE /forms/{id}/submissions/{submissionId}': 'forms({id}).deleteSubmission({submissionId})',
  'POST /forms/{id}/retention/plan': 'forms({id}).planRetention({body})',
  'GET /forms/{id}/summary': 'forms({id}).summary()',
  'POST /forms/{id}/submit': 'forms({id}).submit({body})',
  'POST /forms/{id}/quote': 'forms({id}).quote({body})',
  'GET /submissions/unread': 'inbox.unread()',
  'GET /submissions/assignees': 'inbox.assignees()',
  'GET /submissions/{id}/story': 'inbox.story({id})',
  'POST /submissions/{id}/notes': 'inbox.addNote({id}, {body})',
  'GET /submissions/{id}/reply': 'inbox.draftReply({id})',
  'POST /submissions/{id}/replies': 'inbox.reply({id}, {body})',
  'DELETE /submissions/{id}/notes/{noteId}': 'inbox.deleteNote({id}, {noteId})',
  'GET /settings/file-scan': 'files.scanState()',
  'POST /files/{id}/scan': 'files.scan({id})',
  'POST /files/{id}/release': 'files.release({id})',
  'POST /payments/checkout': 'payments.checkout({body})',
  'POST /payments/refund': 'payments.refund({body})',
  'PUT /payments/{id}/reservation': 'payments.decideReservation({id}, {body})',
  'GET /contacts/by-external-id/{externalId}': 'contacts.getByExternalId({externalId})',
  'PUT /contacts/by-external-id/{externalId}': 'contacts.replaceByExternalId({externalId}, {body})',
  'GET /contacts/{id}/timeline': 'contacts.timeline({id})',
  'GET /invoices/by-external-id/{externalId}': 'invoices.getByExternalId({externalId})',
  'PUT /invoices/by-external-id/{externalId}': 'invoices.replaceByExternalId({externalId}, {body})',
  'POST /invoices/{id}/mail': 'invoices.mail({id}, {body})',
  'POST /webhooks/{id}/rotate-secret': 'webhooks.rotateSecret({id}, {body})',
  'POST /webhooks/{id}/test': 'webhooks.test({id})',
  'POST /deliveries/{id}/resend': 'deliveries.resend({id})',
  'POST /deliveries/resend': 'deliveries.resendFailed({body})',
  'POST /mails/{id}/resend': 'mails.resend({id})',
  'GET /settings/mail': 'mails.server()',
  'PUT /settings/mail': 'mails.setServer({body})',
  'DELETE /settings/mail': 'mails.removeServer()',
  'POST /settings/mail/test': 'mails.test({body})',
  'GET /mail-kinds': 'mails.kinds()',
  'PATCH /mail-kinds/{kind}': 'mails.switchKind({kind}, {body.on})',
  'GET /mail-kinds/{kind}/texts/{language}': 'mails.text({kind}, {language})',
  'PUT /mail-kinds/{kind}/texts/{language}': 'mails.setText({kind}, {language}, {body})',
  'DELETE /mail-kinds/{kind}/texts/{language}': 'mails.resetText({kind}, {language})',
  'POST /mail-kinds/{kind}/texts/{language}/preview': 'mails.previewText({kind}, {language}, {body})',
  'POST /mail-kinds/{kind}/texts/{language}/test': 'mails.testText({kind}, {language}, {body})',
  'GET /mail-opt-outs': 'mails.optOuts()',
  'DELETE /mail-opt-outs/{id}': 'mails.removeOptOut({id})',
  'GET /mail-refusals': 'mails.refusals()',
  'POST /mail-refusals': 'mails.reportBounce({body})',
  'DELETE /mail-refusals/{address}': 'mails.allowAddress({address})',
  'GET /backup-plan': 'backups.plan()',
  'PATCH /backup-plan': 'backups.setPlan({body})',
  'POST /privacy/erasures/plan': 'privacy.planErasure({body})',
  'GET /privacy/erasures': 'privacy.erasures()',
  'POST /privacy/erasures': 'privacy.erase({body})',
  'GET /privacy/erasures/{id}': 'privacy.erasure({id})',
  'GET /system': 'system()',
  'GET /system/storage': 'storageUse()',
};

function withClient(call: SampleCall): string {
  return `import { createAdminClient } from '@frontdesk/client/admin';

const frontdesk = createAdminClient({
  baseUrl: '${call.baseUrl}',
  token: process.env.KEY,
});
${callWithClient(call)}`;
}

/** Every request can be sent with `request` and `send`; most have a method of their own. Failures are thrown, with their `code` and `detail`. */
function callWithClient(call: SampleCall): string {
  const { method, path, place, query, body, file, readsJson } = call;
  const options = Object.entries({ query: Object.keys(query).length > 0 ? query : null, body }).filter(
    ([, value]) => value !== null,
  );
  const own = methodOf(call);
  if (own !== null) return `const result = await frontdesk.${own};\nconsole.log(result);`;
  const address = jsValue(encodePath(path, place));
  const print = 'console.log(await response.text());';
  if (file !== null)
    return `const form = new FormData();
form.append('${file}', new Blob(['…']), '${fileName}');
const response = await frontdesk.send('${method}', ${address}, { body: form });
${print}`;
  const last = options.length === 0 ? '' : `, ${jsValue(Object.fromEntries(options))}`;
  return readsJson
    ? `const result = await frontdesk.request('${method}', ${address}${last});\nconsole.log(result);`
    : `const response = await frontdesk.send('${method}', ${address}${last});\n${print}`;
}

function methodOf({ method, path, place, query, body, file, readsJson }: SampleCall): string | null {
  if (file !== null || !readsJson) return null;
  const values: Record<string, unknown> = { ...place, body };
  for (const [name, value] of Object.entries(body ?? {})) values[`body.${name}`] = value;
  const fill = (text: string): string => text.replace(/\{([\w.]+)\}/g, (_, name) => jsValue(values[name]));
  const own = namedCalls[`${method} ${path}`];
  if (own !== undefined) return fill(own);
  const [, start = path, name] = (collections[path] === undefined && /^(.*)\/\{(\w+)\}$/.exec(path)) || [];
  const collection = collections[start];
  const action = methods[`${method} ${name === undefined ? 'many' : 'one'}`];
  if (collection === undefined || action === undefined) return null;
  const id = name === undefined ? [] : [jsValue(values[name])];
  const rest = body !== null ? [jsValue(body)] : Object.keys(query).length > 0 ? [jsValue(query)] : [];
  return `${fill(collection)}.${action}(${[...id, ...rest].join(', ')})`;
}

function inShell(call: SampleCall): string {
  const { method, body, file, signed } = call;
  const parts = [
    `curl ${inQuotes(urlOf(call))}`,
    ...(method === 'GET' || (method === 'POST' && (body !== null || file !== null)) ? [] : [`-X ${method}`]),
    ...(signed ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(file === null ? [] : [`-F ${file}=@${fileName}`]),
    ...(file === null && body !== null
      ? [`-H 'Content-Type: application/json'`, `-d ${inQuotes(JSON.stringify(body, null, 2))}`]
      : []),
  ];
  return parts.join(' \\\n  ');
}

function inPhp(call: SampleCall): string {
  const { method, body, file, signed, readsJson } = call;
  const isJson = file === null && body !== null;
  const headers = [
    ...(signed ? ["'Authorization: Bearer ' . getenv('KEY')"] : []),
    ...(isJson ? ["'Content-Type: application/json'"] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length > 0 ? [`CURLOPT_HTTPHEADER => [${headers.join(', ')}],`] : []),
    ...(file === null ? [] : [`CURLOPT_POSTFIELDS => ['${file}' => new CURLFile('${fileName}')],`]),
    ...(isJson ? [`CURLOPT_POSTFIELDS => json_encode(${phpValue(body, '    ')}),`] : []),
    'CURLOPT_RETURNTRANSFER => true,',
  ];
  return `<?php
$curl = curl_init(${phpValue(urlOf(call))});
curl_setopt_array($curl, [
${options.map((option) => `    ${option}\n`).join('')}]);
$body = curl_exec($curl);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($status === 0 || $status >= 400) {
    $problem = json_decode((string) $body, true);
    $detail = $problem['detail'] ?? $problem['title'] ?? curl_error($curl);
    error_log($status . ' ' . ($problem['code'] ?? '') . ': ' . $detail);
    exit(1);
}
${readsJson ? 'print_r(json_decode($body, true));' : 'echo $body;'}`;
}

function inPython(call: SampleCall): string {
  const { method, body, file, signed, readsJson } = call;
  const options = [
    pythonValue(urlOf(call)),
    ...(signed ? [`headers={'Authorization': 'Bearer ' + os.environ['KEY']}`] : []),
    ...(file === null ? [] : [`files={'${file}': open('${fileName}', 'rb')}`]),
    ...(file === null && body !== null ? [`json=${pythonValue(body, '    ')}`] : []),
  ];
  return `${signed ? 'import os\n' : ''}import sys
import requests

response = requests.${method.toLowerCase()}(
${options.map((option) => `    ${option},\n`).join('')})
if not response.ok:
    problem = response.json()
    sys.exit(f"{response.status_code} {problem['code']}: {problem.get('detail', problem['title'])}")
${readsJson ? 'print(response.json())' : 'sys.stdout.buffer.write(response.content)'}`;
}

const fileName = 'file.jpg';

function urlOf({ baseUrl, path, place, query }: SampleCall): string {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return baseUrl + encodePath(path, place) + (words === '' ? '' : `?${words}`);
}

function encodePath(path: string, place: SampleCall['place']): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(place[name] ?? name));
}

function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** How a language writes lists, objects and words. */
type Notation = {
  list: readonly [string, string];
  object: readonly [string, string];
  member(name: string): string;
  words: Record<string, string>;
  emptyObject: string;
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const notations = {
  js: {
    ...{ list: ['[', ']'], object: ['{ ', ' }'], words: {}, emptyObject: '{}' },
    member: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: `,
  },
  php: {
    ...{ list: ['[', ']'], object: ['[', ']'], words: {}, emptyObject: 'new stdClass()' },
    member: (name) => `${quoted(name)} => `,
  },
  python: {
    ...{ list: ['[', ']'], object: ['{', '}'], emptyObject: '{}' },
    words: { true: 'True', false: 'False', null: 'None' },
    member: (name) => `${quoted(name)}: `,
  },
} satisfies Record<string, Notation>;

const jsValue = (value: unknown, indent = ''): string => write(notations.js, value, indent);
const phpValue = (value: unknown, indent = ''): string => write(notations.php, value, indent);
const pythonValue = (value: unknown, indent = ''): string => write(notations.python, value, indent);

const maxLine = 70;

function write(notation: Notation, value: unknown, indent: string): string {
  // Line breaks are written as such in double quotes, which all three languages have.
  if (typeof value === 'string') return /[\n\t]/.test(value) ? JSON.stringify(value) : quoted(value);
  if (typeof value !== 'object' || value === null) return notation.words[String(value)] ?? String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((entry) => write(notation, entry, inner))
    : Object.entries(value).map(([name, entry]) => notation.member(name) + write(notation, entry, inner));
  if (parts.length === 0) return isList ? '[]' : notation.emptyObject;
  const [open, close] = isList ? notation.list : notation.object;
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= maxLine && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`;
}
