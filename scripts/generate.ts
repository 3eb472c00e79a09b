// Generates the OpenAPI document, the client's types its list of the server's commands, and the pages on commands,
// configuration, errors, events, fields, metrics and roles from the code.
// With --check it writes nothing and fails if a file is out of date.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, settings } from '../packages/server/src/config/config.ts';
import { describeApi } from '../packages/server/src/document.ts';
import { problems } from '../packages/server/src/lib/errors.ts';
import { createService } from '../packages/server/src/service.ts';
import { type ApiDocument, clientTypes } from './client-types.ts';
import { commandsPage } from './commands-page.ts';
import { eventsPage } from './events-page.ts';
import { fieldsPage } from './fields-page.ts';
import { metricsPage } from './metrics-page.ts';
import { readAccess } from './read-access.ts';
import { rolesPage } from './roles-page.ts';
import { describeServerCommands, serverCommandsModule } from './server-commands.ts';

const root = path.resolve(import.meta.dirname, '..');

const { document, operations } = await readApi();
const serverCommands = describeServerCommands();
const outputs: Record<string, string> = {
  'docs/commands.md': commandsPage(serverCommands),
  'docs/configuration.md': configurationPage(),
  'docs/errors.md': errorsPage(),
  'docs/event-types.md': eventsPage(),
  'docs/fields.md': fieldsPage({ type: exampleOf('/types'), form: exampleOf('/forms') }),
  'docs/metrics.md': metricsPage(),
  'docs/roles.md': rolesPage(operations),
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
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

The service and its commands read these environment variables when they start, and the file \`.env\` of the current folder, if there is one. The environment takes
precedence. If any are invalid, or look like a misspelt setting, they are all listed and nothing starts. Other unknown names are ignored with a warning.

To turn a setting on use \`1\`, \`true\`, \`on\` or \`yes\`; to turn it off, \`0\`, \`false\`, \`off\` or \`no\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
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
