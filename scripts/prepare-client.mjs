// Builds the client when npm installs or packs its folder (the `prepare` script), with the tools of this repository, which
// are installed first if need be. While npm installs the repository itself there is nothing to build: its programs use
// the sources. This file must run on Node 20.19.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const client = join(root, 'packages', 'client');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

if (!isInstallOfRepository()) {
  rmSync(join(client, 'dist'), { recursive: true, force: true });
  // npm packs only what is in the folder itself.
  for (const name of ['LICENSE', 'CHANGELOG.md', 'docs/frontdesk.schema.json'])
    copyFileSync(join(root, name), join(client, basename(name)));
  const ready = existsSync(compiler) ? [] : [join(root, 'scripts', 'ready.mjs')];
  const { status, error } = spawnSync(process.execPath, [...ready, compiler, '-p', 'tsconfig.build.json'], {
    cwd: client,
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

function isInstallOfRepository() {
  const { npm_command: command, INIT_CWD: folder } = process.env;
  const isMeant = ['pack', 'publish', 'run', 'run-script'].includes(command ?? '');
  return !isMeant && folder !== undefined && !relative(root, folder).startsWith('..');
}
