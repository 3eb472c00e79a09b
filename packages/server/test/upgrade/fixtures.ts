// The kept databases of earlier versions: a backup and all values on each kind of database, and of the newest also the code. There are
// none before the first release.

import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { runCommand } from '../support/backups.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import type { Values } from './read-values.ts';

const began = Date.now();
const folder = path.join(import.meta.dirname, 'fixtures');

/** What a fixture says of itself. */
export type About = {
  /** The commit whose service filled it, and when. */
  commit: string;
  filledAt: string;
  /** The newest migration of that version. */
  schema: string;
  /** The commit of the code beside it, which the version before alone has. */
  code?: string;
};

export type Fixture = { name: string; about: About };

export const fixtureEnvironment = {
  FRONTDESK_EXAMPLE: '0',
  FRONTDESK_INITIAL_TOKEN: 'token_of_the_upgrade_fixture',
  FRONTDESK_PUBLIC_URL: 'http://127.0.0.1:3000',
  FRONTDESK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** The oldest first. */
export function fixtures(): Fixture[] {
  const names = globSync('*/about.json', { cwd: folder }).map((file) => path.dirname(file));
  const found = names.map((name) => ({
    name,
    about: JSON.parse(readFileSync(path.join(folder, name, 'about.json'), 'utf8')) as About,
  }));
  return found.sort((a, b) => a.about.filledAt.localeCompare(b.about.filledAt));
}

function unpack({ name }: Fixture, file: string): Buffer {
  return brotliDecompressSync(readFileSync(path.join(folder, name, `${file}.br`)));
}

/** What the API of that version said, on the database of this run. */
export function valuesOf(fixture: Fixture): Values {
  return JSON.parse(String(unpack(fixture, `${testDialect}.json`)));
}

/** The place of the restored fixture, as environment. Removed when the test ends. */
export async function restoreFixture(t: TestContext, fixture: Fixture): Promise<Record<string, string>> {
  const home = await mkdtemp(path.join(tmpdir(), 'frontdesk-upgrade-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const server = process.env.TEST_DATABASE_URL as string;
  const name = path.basename(home).toLowerCase().replace(/\W/g, '_');
  const databaseUrl = testDialect === 'postgres' ? await createDatabase(server, name) : null;
  if (databaseUrl !== null) t.after(() => dropDatabase(server, name));
  const dataFolder = path.join(home, 'data');
  const file = path.join(home, 'backup.tar');
  await writeFile(file, unpack(fixture, `${testDialect}.tar`));
  const restored = await runCommand(
    { dataFolder, databaseUrl },
    ['restore', file, '--yes', '--keep-sessions'],
    fixtureEnvironment,
  );
  if (restored.code !== 0) throw new Error(restored.stderr);
  return { FRONTDESK_DATA: dataFolder, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

/** The program of the made-up version after this one. */
export const nextVersion = ['--conditions=frontdesk-source', path.join(import.meta.dirname, 'next-version.ts')];

/** Starts today's service or another program there. The clocks of all begin when the site was filled, and go on together. */
export function startThere(
  t: TestContext,
  filledAt: string,
  place: Record<string, string>,
  program?: readonly string[],
): Promise<ServerProcess> {
  const environment = {
    ...fixtureEnvironment,
    ...place,
    CLOCK_OFFSET_MS: String(Date.parse(filledAt) - began),
    NODE_OPTIONS: `--import=${new URL('set-clock.mjs', import.meta.url).href}`,
  };
  return startServerProcess(t, environment, program);
}

/** Unpacks the code of the version before, where it finds the packages of today. Returns its program. */
export async function previousCode(t: TestContext, fixture: Fixture): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../../../..');
  const cache = path.join(root, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const home = await mkdtemp(path.join(cache, 'frontdesk-previous-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  for await (const entry of Readable.from([unpack(fixture, 'code.tar')]).pipe(extract())) {
    const file = path.join(home, entry.header.name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await buffer(entry as unknown as Readable));
  }
  return path.join(home, 'packages/server/src/main.js');
}
