// npm run fixture:upgrade -- NAME COMMIT [CODE]: keeps the database of a version for the tests of later ones. Builds the service of the commit,
// fills it on both databases, and writes packages/server/test/upgrade/fixtures/NAME (CONTRIBUTING.md). The code beside it, by which the
// tests go back, is that of CODE, by default of the same commit.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';
import { pack } from 'tar-stream';
import { startPostgres } from '../packages/server/test/support/postgres.ts';
import type { About } from '../packages/server/test/upgrade/fixtures.ts';
import { useTestFolder } from './tests/test-folder.ts';

const [name = '', version = '', code = version] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '..');
const fixtures = path.join(root, 'packages/server/test/upgrade/fixtures');
const target = path.join(fixtures, name);
if (name === '' || version === '') throw new Error('npm run fixture:upgrade -- NAME COMMIT [CODE]');

useTestFolder();
mkdirSync(target, { recursive: true });
const { commit, folder } = await build(version);
fill({ TEST_DIALECT: 'sqlite' });
const postgres = await startPostgres();
try {
  fill({ TEST_DIALECT: 'postgres', TEST_DATABASE_URL: postgres.url });
} finally {
  await postgres.stop();
}
const about: About = { commit, filledAt: new Date().toISOString(), schema: newestMigration(folder) };
for (const file of ['sqlite.tar', 'sqlite.json', 'postgres.tar', 'postgres.json']) {
  writeFileSync(path.join(target, `${file}.br`), compressed(readFileSync(path.join(target, file))));
  rmSync(path.join(target, file));
}
// Only the version before is gone back to.
for (const kept of readdirSync(fixtures)) forgetCode(path.join(fixtures, kept));
const previous = code === version ? { commit, folder } : await build(code);
writeFileSync(path.join(target, 'code.tar.br'), compressed(await packed(path.join(previous.folder, 'out'))));
writeAbout(target, { ...about, code: previous.commit });

/** Bundles the service of a commit as for npm, without maps and names. */
async function build(version: string): Promise<{ commit: string; folder: string }> {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, maxBuffer: 1e9 });
  const commit = String(git('rev-parse', `${version}^{commit}`)).trim();
  const folder = path.join(root, 'dist/upgrade', commit);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'node_modules/@frontdesk'), { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
  // Its own packages; what they depend on is found in the folders above, or here.
  for (const part of readdirSync(path.join(folder, 'packages')))
    symlinkSync(path.join(folder, 'packages', part), path.join(folder, 'node_modules/@frontdesk', part), 'junction');
  for (const modules of globSync('packages/*/node_modules', { cwd: root }))
    symlinkSync(path.join(root, modules), path.join(folder, modules), 'junction');
  const { packageConfig } = await import(pathToFileURL(path.join(folder, 'packages/server/rolldown.config.ts')).href);
  const { output, ...input } = packageConfig(path.join(folder, 'out/packages/server/src'));
  await (await rolldown(input)).write({ ...output, sourcemap: false, minify: true, comments: false });
  const { version: number } = JSON.parse(readFileSync(path.join(folder, 'packages/server/package.json'), 'utf8'));
  const manifest = JSON.stringify({ version: number, type: 'module' });
  writeFileSync(path.join(folder, 'out/packages/server/package.json'), manifest);
  mkdirSync(path.join(folder, 'out/docs'));
  writeFileSync(path.join(folder, 'out/docs/openapi.json'), readFileSync(path.join(folder, 'docs/openapi.json')));
  return { commit, folder };
}

function newestMigration(folder: string): string {
  const files = globSync('packages/server/src/database/migrations/[0-9]*.ts', {
    cwd: folder,
    exclude: ['**/*.test.ts'],
  });
  return path.basename(files.sort().at(-1) as string, '.ts');
}

function fill(environment: Record<string, string>): void {
  const program = path.join(root, 'packages/server/test/upgrade/make-fixture.ts');
  const words = [program, path.join(folder, 'out/packages/server/src'), target];
  execFileSync(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...environment } });
}

function packed(folder: string): Promise<Buffer> {
  const tar = pack();
  // Always the same bytes.
  for (const file of globSync('**/*.{js,json}', { cwd: folder }).sort())
    tar.entry({ name: file.replaceAll(path.sep, '/'), mtime: new Date(0) }, readFileSync(path.join(folder, file)));
  tar.finalize();
  return buffer(tar as never);
}

function compressed(bytes: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

function forgetCode(folder: string): void {
  rmSync(path.join(folder, 'code.tar.br'), { force: true });
  const file = path.join(folder, 'about.json');
  if (!globSync(file).length) return;
  const { code: _, ...about } = JSON.parse(readFileSync(file, 'utf8')) as About;
  writeAbout(folder, about);
}

function writeAbout(folder: string, about: About): void {
  writeFileSync(path.join(folder, 'about.json'), `${JSON.stringify(about, null, 2)}\n`);
}
