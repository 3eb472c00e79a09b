// Makes a fresh clone runnable: installs dependencies if package-lock.json has changed, builds the admin if its sources
// have (for the programs that show it), then runs a program with the pinned Node. This file must run on Node 20.19.
// Usage: node scripts/ready.mjs TARGET [args…]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.frontdesk-ready');
const isWindows = process.platform === 'win32';
const runtime = isWindows ? join(modules, 'node', 'bin', 'node.exe') : join(modules, '.bin', 'node');

const admin = join(root, 'packages', 'admin');
const adminStampFile = join(admin, 'dist', '.frontdesk-built');
/** The admin is built again when one of these changes. */
const adminSources = [
  'packages/admin/src',
  'packages/admin/public',
  'packages/admin/index.html',
  'packages/admin/vite.config.ts',
  'packages/client/src',
  'package-lock.json',
];
const targetsWithAdmin = ['packages/server/src/main.ts', 'scripts/check.ts'];

const [target, ...args] = process.argv.slice(2);
if (!target) quit('Usage: node scripts/ready.mjs TARGET [args…]');
installIfStale();
if (targetsWithAdmin.some((file) => resolve(root, target) === join(root, file))) buildAdminIfStale();
run(resolve(root, target), args);

/** Installs if the stamp of the last installation does not match the lock file. */
function installIfStale() {
  const current = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(runtime) && (readIfExists(stampFile) === current || isInstalledByHand())) {
    if (readIfExists(stampFile) !== current) writeFileSync(stampFile, current);
    return;
  }
  install();
  if (!existsSync(runtime)) {
    quit(
      'The pinned Node was not installed. Install scripts seem to be disabled: check `npm config get ignore-scripts`.',
    );
  }
  writeFileSync(stampFile, current);
}

/** npm writes its own list last. If it is newer than the lock file, `npm ci` or `npm install` has finished. */
function isInstalledByHand() {
  const listFile = join(modules, '.package-lock.json');
  return !existsSync(stampFile) && existsSync(listFile) && statSync(listFile).mtimeMs >= statSync(lockFile).mtimeMs;
}

function install() {
  const reason = existsSync(modules) ? 'package-lock.json has changed' : 'first run';
  console.error(`Installing dependencies (${reason}) …`);
  const startedAt = Date.now();
  const options = ['--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  // Some versions of npm compile every package with native sources, prebuilt or not, so only approved scripts run.
  npm('ci', '--ignore-scripts', '--include=dev', '--include=optional', ...options);
  npm('rebuild', '--ignore-scripts=false', ...options, ...approvedPackages());
  console.error(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** The installed packages whose install scripts package.json approves. */
function approvedPackages() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name] && existsSync(join(modules, name)));
}

function npm(...words) {
  const { status, error } = spawnSync('npm', words, {
    cwd: root,
    env: environmentForNpm(),
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  });
  if (error) quit(`Installing dependencies failed: npm could not be started (${error.message}).`);
  if (status !== 0) quit('Installing dependencies failed. See the output of npm above.');
}

/** A failed build is reported but does not stop the service, which then runs with the previous admin or without one. */
function buildAdminIfStale() {
  const current = adminFingerprint();
  if (readIfExists(adminStampFile) === current) return;
  console.error('Building the admin …');
  const startedAt = Date.now();
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const { status, error, stdout, stderr } = spawnSync(runtime, [vite, 'build', admin, '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error || status !== 0) {
    console.error(`${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`);
    console.error('WARNING: the admin could not be built (see above). The service starts without the latest version.');
    return;
  }
  writeFileSync(adminStampFile, current);
  console.error(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Uses names, sizes and times of the sources, so that detecting a change does not slow down the start. */
function adminFingerprint() {
  const hash = createHash('sha256');
  for (const source of adminSources) addToHash(hash, join(root, source));
  return hash.digest('hex');
}

function addToHash(hash, file) {
  const stat = statSync(file);
  if (!stat.isDirectory()) return hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`);
  for (const name of readdirSync(file).sort()) addToHash(hash, join(file, name));
}

/** Removes the pinned Node from the path: npm must not run on the Node that it is about to replace. */
function environmentForNpm() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (process.env[name] ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...process.env, [name]: folders.join(delimiter) };
}

/** Runs the target: in place of this process if Node supports that, otherwise as a child. */
function run(file, rest) {
  const env = { NODE_COMPILE_CACHE: join(modules, '.cache', 'frontdesk-compiled'), ...process.env };
  if (canReplaceItself()) process.execve(runtime, [runtime, file, ...rest], env);
  const child = spawn(runtime, [file, ...rest], { stdio: 'inherit', env });
  child.on('error', (error) => quit(`The pinned Node could not be started (${error.message}).`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // A terminal sends Ctrl+C to the child as well. A second signal would mean "stop at once".
    if (!process.stdin.isTTY && !process.stdout.isTTY && !process.stderr.isTTY) child.kill('SIGINT');
  });
}

/** Before Node 26, execve is missing or prints a warning. */
function canReplaceItself() {
  return !isWindows && Number(process.versions.node.split('.')[0]) >= 26;
}

function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** @returns {never} */
function quit(message) {
  console.error(message);
  process.exit(1);
}
