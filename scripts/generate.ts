// Generates the OpenAPI document, the schema of frontdesk.yaml, the client's types, its list of the server's commands, and the pages on commands,
// configuration, errors, events, fields, metrics and roles from the code.
// With --check it writes nothing and fails if a file is out of date.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, settings } from '../packages/server/src/config/config.ts';
import { describeApi } from '../packages/server/src/document.ts';
import { problems } from '../packages/server/src/lib/errors.ts';
import { createService } from '../packages/server/src/service.ts';
import { apiOperations, apiOperationsModule } from './api-operations.ts';
import { type ApiDocument, clientTypes } from './client-types.ts';
import { commandsPage } from './commands-page.ts';
import { eventsPage } from './events-page.ts';
import { fieldsPage } from './fields-page.ts';
import { fileSchema } from './file-schema.ts';
import { metricsPage } from './metrics-page.ts';
import { readAccess } from './read-access.ts';
import { rolesPage } from './roles-page.ts';
import { describeServerCommands, serverCommandsModule } from './server-commands.ts';

const root = path.resolve(import.meta.dirname, '..');

const { document, operations } = await readApi();
const commandsOfApi = apiOperations(document, operations);
const serverCommands = describeServerCommands();
const outputs: Record<string, string> = {
  'docs/commands.md': commandsPage(serverCommands),
  'docs/configuration.md': configurationPage(),
  'docs/errors.md': errorsPage(),
  'docs/event-types.md': eventsPage(),
  'docs/fields.md': fieldsPage({ type: exampleOf('/types'), form: exampleOf('/forms') }),
  'docs/metrics.md': metricsPage(),
  'docs/roles.md': rolesPage(operations),
  'docs/openapi.json': `${compactJson(document)}\n`,
  'docs/frontdesk.schema.json': `${JSON.stringify(fileSchema(document), null, 2)}\n`,
  'packages/client/src/cli/api-operations.ts': apiOperationsModule(commandsOfApi),
  'packages/client/src/cli/server-commands.ts': serverCommandsModule(serverCommands),
  'packages/client/src/api-types.ts': await clientTypes(document),
};

const isCheck = process.argv.includes('--check');
const stale = Object.entries(outputs).filter(([file, text]) => read(file) !== text);
for (const [file, text] of stale) {
  if (isCheck) console.error(`${file} is out of date: run npm run generate`);
  else writeFileSync(path.join(root, file), text);
}
if (!isCheck)
  console.log(stale.length === 0 ? 'Everything is up to date.' : `Written: ${stale.map(([file]) => file).join(', ')}`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;

function read(file: string): string | null {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

/** JSON with a line for each value that fits in one: half as long as with a line for each member. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= 160) return line;
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((entry) => inner + compactJson(entry, inner))
    : Object.entries(value).map(([name, member]) => `${inner}${JSON.stringify(name)}: ${compactJson(member, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const {
      default: value,
      description,
      secret,
    } = setting as { default?: string; description: string; secret?: boolean };
    return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description}${secret ? ` Can be read from a file: \`${name}_FILE\`.` : ''} |`;
  });
  return `# Configuration

For operators and administrators: [settings of the process](#settings-of-the-process), and [settings of the site](#settings-of-the-site).

## Settings of the process

The service and its commands read these environment variables when they start, and the file \`.env\` of the current folder, if there is one. The environment takes
precedence. If any are invalid, or look like a misspelt setting, they are all listed and nothing starts. Other unknown names are ignored with a warning.

To turn a setting on use \`1\`, \`true\`, \`on\` or \`yes\`; to turn it off, \`0\`, \`false\`, \`off\` or \`no\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}

## Settings of the site

They are set under **Settings → General**, or with \`PATCH /settings\` (scope \`admin\`), without a restart.

\`\`\`sh
curl -s -X PATCH -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"brandColor": "#1f4fd8", "timeZone": "Europe/Vienna", "currency": "chf"}' "$API/settings"
\`\`\`

| Setting | What it is |
| --- | --- |
| \`siteName\` | The name in the admin, on the pages of forms and on the pages after a payment |
| \`logo\` | The ID of a picture in the media library that is not private. On pages for visitors it replaces the name, and it is the icon that browsers show (\`/favicon.ico\`). Null for none |
| \`brandColor\` | Of buttons on the pages of forms, as \`#rrggbb\`; null for the standard blue. A color that is hard to see is used in a darker or lighter shade |
| \`looks\` | How the pages of forms look ([Looks](forms.md#looks)). Replaced as a whole |
| \`timeZone\` | Of every time in the admin and on pages for visitors, and of the days of \`GET /summary\`. An IANA name; null for that of each reader, and for UTC in \`GET /summary\` and on pages |
| \`locale\` | How dates, numbers and amounts are written: the country counts, so \`de-AT\` and \`en-AT\` are the same. Null for the country of each reader in the admin, and for English without a country on pages. Its language, English if null, is that of forms and of [items](lists.md#languages) that have none of their own |
| \`firstDayOfWeek\` | \`monday\`, \`saturday\` or \`sunday\`. Null for that of the country in \`locale\` |
| \`currency\` | What new invoices, payment links and prices of forms begin with. An ISO 4217 code in lower case |
| \`trashDays\`, \`eventDays\`, \`deliveryDays\`, \`mailDays\`, \`processorEventDays\`, \`auditDays\`, \`revisionsAllDays\`, \`revisionsDailyDays\` | [For how long things are kept](scale.md#what-takes-room) |
| \`unknownReferences\` | Whether a checkout that names an unknown contact or invoice creates it (\`create\`) or is rejected (\`reject\`) |
| \`firstSteps\` | Whether Home shows the first steps to owners |

The time zone, the formats and the currency change nothing that is stored: times in the API are in UTC, amounts in the smallest unit of their currency. Settings of their own: [spam](inbox.md#spam), [mail](mail.md#the-mail-server), [the file scan](inbox.md#file-scan), [backups](backup.md#by-schedule).
`;
}

function errorsPage(): string {
  const rows = Object.entries(problems).map(
    ([code, [status, title, advice]]) => `| \`${code}\` | ${status} | ${title} | ${advice} |`,
  );
  return `# Errors

Every error response is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`code\` and \`instance\`: the ID of the request,
as in \`X-Request-Id\` and in the log. Most have a \`detail\`. For invalid input, \`errors: [{ pointer, code, detail }]\` lists the
faults: of its shape, such as members that are missing, unknown or of another type, and if there are none, of its values.

Write your code against \`code\`, which never changes. The texts may.

| Code | Status | What happened (\`title\`) | What to do |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** The example of the body that creates a record at this path. */
function exampleOf(path: string): unknown {
  const { post } = document.paths[path] as {
    post?: { requestBody: { content: Record<string, { example: unknown }> } };
  };
  return post?.requestBody.content['application/json']?.example;
}

async function readApi() {
  const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-generate-'));
  const config = readConfig({ FRONTDESK_DATA: folder, LOG_LEVEL: 'silent' });
  const service = await createService(config);
  try {
    return {
      document: (await describeApi(service.context, config, 'https://frontdesk.example')) as object as ApiDocument,
      operations: await readAccess(service.context, config),
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
