// Makes a fresh clone runnable: installs dependencies when package-lock.json has changed, then runs a program
// with the pinned Node. Usage: node scripts/ready.mjs TARGET [args…]. Must itself run on Node 20.19.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.frontdesk-ready');
const isWindows = process.platform === 'win32';
const runtime = isWindows ? join(modules, 'node', 'bin', 'node.exe') : join(modules, '.bin', 'node');

const [target, ...args] = process.argv.slice(2);
if (!target) quit('Usage: node scripts/ready.mjs TARGET [args…]');
installIfStale();
run(resolve(root, target), args);

/** Installs when the stamp of the last installation does not match the lock file. */
function installIfStale() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(runtime) && (readIfThere(stampFile) === wanted || isInstalledByHand())) {
    if (readIfThere(stampFile) !== wanted) writeFileSync(stampFile, wanted);
    return;
  }
  install();
  if (!existsSync(runtime)) {
    quit('The pinned Node was not installed: install scripts seem to be switched off (npm config ignore-scripts).');
  }
  writeFileSync(stampFile, wanted);
}

/** npm writes its own list last, so a list newer than the lock file tells of a finished `npm ci` or `npm install`. */
function isInstalledByHand() {
  const listFile = join(modules, '.package-lock.json');
  return !existsSync(stampFile) && existsSync(listFile) && statSync(listFile).mtimeMs >= statSync(lockFile).mtimeMs;
}

function install() {
  const reason = existsSync(modules) ? 'package-lock.json has changed' : 'first run';
  console.error(`Installing dependencies (${reason}) …`);
  const startedAt = Date.now();
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const { status, error } = spawnSync('npm', ['ci', '--engine-strict=false', ...options], {
    cwd: root,
    env: environmentForNpm(),
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  });
  if (error) quit(`Installing dependencies failed: npm could not be started (${error.message}).`);
  if (status !== 0) quit('Installing dependencies failed; what npm says about it stands above.');
  console.error(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** npm must not run on the Node it is about to remove, so ours leaves the path. */
function environmentForNpm() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (process.env[name] ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...process.env, [name]: folders.join(delimiter) };
}

/** Hands over to the target: in place of this process where Node can do that, otherwise as its child. */
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
    // A terminal sends Ctrl+C to the child as well; a second one would read as "stop at once".
    if (!process.stdin.isTTY && !process.stdout.isTTY && !process.stderr.isTTY) child.kill('SIGINT');
  });
}

/** Before Node 26 execve is missing or prints a warning about being experimental. */
function canReplaceItself() {
  return !isWindows && Number(process.versions.node.split('.')[0]) >= 26;
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** @returns {never} */
function quit(message) {
  console.error(message);
  process.exit(1);
}
