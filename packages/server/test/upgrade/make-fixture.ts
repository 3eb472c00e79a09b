// Writes the backup of a filled service and all values that its API has: node make-fixture.ts PROGRAM FOLDER, where PROGRAM is the
// folder of main.js. scripts/upgrade-fixture.ts runs it.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { testDialect } from '../support/test-dialect.ts';
import { fillSite } from './fill-site.ts';

const [program = '', target = ''] = process.argv.slice(2);
const ends: (() => unknown)[] = [];
try {
  const t = { after: (run: () => unknown) => void ends.push(run) };
  const { environment, values } = await fillSite(t, [path.join(program, 'main.js')]);
  writeFileSync(path.join(target, `${testDialect}.json`), JSON.stringify(values));
  const command = [path.join(program, 'cli.js'), 'backup', path.join(target, `${testDialect}.tar`)];
  execFileSync(process.execPath, command, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
} finally {
  for (const end of ends.reverse()) await end();
}
