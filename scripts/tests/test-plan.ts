// Which tests run with which command, and on which database.

import { globSync } from 'node:fs';
import type { TestRun } from './run-test-files.ts';

/** What `npm test` leaves to `npm run test:all`: browsers, killed processes, whole journeys. */
const slow = /^packages\/(admin\/e2e|server\/test\/(crash|journeys|upgrade))\//;

/** Of these, it runs twelve journeys in a browser and three kills. */
const quickOfSlow = new Set<string>([]);

/** Tests of the server that use no database of the run, or for which it makes no difference. */
const withoutDatabase =
  /\/(lib|fields)\/|\/(architecture|words)\/|wordpress-(export|dates)|xml-text|sqlite-driver|database-outage|three-nodes|support\/|documents\/|\/(main|package|document\/complete|documents|media-load|bundle)\.test/;

/** Kills of what a transaction stores or a job repeats, whichever the database: how it locks and numbers does not matter to them. */
const killsOnEither = /\/killed-(archive|digests|import|mails|privacy|scans|spam|store-uploads|uploads)\.test/;

/** What `npm test` runs on PostgreSQL: what depends on the database most, and the rest that builds its statements. */
const quickOnPostgres =
  /^packages\/server\/(src\/(database|jobs|payments|limits)|test\/(statements|random))\/|-races\.test/;

export function allTests(root: string): TestRun[] {
  const files = globSync('{packages/*/{src,test,e2e},scripts}/**/*.test.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    // The slow ones first, so that none runs alone at the end.
    .sort((a, b) => Number(slow.test(b)) - Number(slow.test(a)) || a.localeCompare(b));
  const onPostgres = files.filter(
    (file) => file.startsWith('packages/server/') && !withoutDatabase.test(file) && !killsOnEither.test(file),
  );
  return [
    ...files.map((file) => ({ file, dialect: 'sqlite' as const })),
    ...onPostgres.map((file) => ({ file, dialect: 'postgres' as const })),
  ];
}

/** Whether `npm test` runs it. */
export function isQuick({ file, dialect }: TestRun): boolean {
  if (slow.test(file)) return dialect === 'sqlite' && quickOfSlow.has(file);
  return dialect === 'sqlite' || quickOnPostgres.test(file);
}
