// Follows a page as a reader does, in an empty folder: saves its files, runs its commands in their order, and compares what they print.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { main, programEnvironment, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';
import { reasonNotToRun } from './not-run.ts';
import { type PageNotes, pageNotes } from './page-notes.ts';
import { type Block, fileOf, isOutput, readBlocks, root } from './read-blocks.ts';
import { openShell, type Running, type Shell } from './shell.ts';
import { assertPrintsJson, assertPrintsText } from './shown-output.ts';
import { readQueries, submitForms } from './visit.ts';

/** What the checks of a page work with. */
export type OpenPage = {
  folder: string;
  origin: string;
  api: string;
  token: string;
  shell: Shell;
  /** The port that stands for one that the page names. */
  portOf(port: number): number;
  /** The program that was started last, beside the service. */
  running?: Running;
  /** Everything that the commands of the page have printed so far. */
  seen(): Promise<string>;
};

/** Those that not every computer has. */
const programs = ['python3', 'php', 'go', 'jq', 'sqlite3', 'tar', 'openssl'];
/** The packed file is not there: the sources run in its place. */
const install = /^npm install \.\/frontdesk-[\w.-]+\.tgz && /;
const startsService = /^(?:[A-Z_]+=\S+ )*(?:npm start|npx frontdesk)\n$/;

const isStart = ({ language, code }: Block): boolean =>
  language === 'sh' && startsService.test(code.replace(install, ''));
const isBackground = ({ words }: Block): boolean => words.includes('background');
export const isRun = (block: Block): boolean =>
  reasonNotToRun(block) === null &&
  (fileOf(block) !== null ||
    block.language === 'sh' ||
    block.words.some((word) => word === 'run' || word === 'outcome' || /^(?:query|where)=/.test(word)) ||
    (block.language === 'html' && block.code.includes('http://127.0.0.1:3000')));

/** Whether there is something on the page to follow. */
export function hasSteps(page: string): boolean {
  return readBlocks(page).some(isRun);
}

/** Whether it changes so much that other pages cannot use the same service. */
export function isAlone(page: string): boolean {
  return pageNotes[page]?.alone === true || readBlocks(page).some(isStart);
}

/** Follows a page, with a service of other pages if one is given. */
export async function runPage(t: TestContext, page: string, shared?: ServerProcess): Promise<void> {
  const notes: PageNotes = pageNotes[page] ?? {};
  const blocks = readBlocks(page).filter(
    (block) => isRun(block) || (isOutput(block) && reasonNotToRun(block) === null),
  );
  const open = await openPage(t, blocks, shared);
  if (notes.follows) await readBefore(open, notes.follows);
  const edits = (await notes.given?.(open, t)) ?? notes.edits ?? [];
  const sections = Map.groupBy(blocks, ({ section }) => section);
  let failed = false;
  for (const [section, steps] of sections) {
    const missing = missingProgram(steps);
    const skip = missing !== null && `${missing} is not installed`;
    await t.test(section, { skip }, async (t) => {
      if (failed) return t.skip('what comes before it failed');
      failed = true;
      const expected = [...(notes.prints?.[section] ?? [])];
      let printed = '';
      for (const [index, block] of steps.entries()) {
        const text = await follow(open, block, printed, { ...notes, edits });
        if (text === null) continue;
        printed = text;
        // A page may show a problem, and what it looks like.
        const isShown = /"status": 4\d\d/.test(steps[index + 1]?.code ?? '');
        if (!isShown) assert.doesNotMatch(printed, /urn:frontdesk:problem/, block.place);
        const pattern = expected.shift();
        if (pattern) assert.match(printed, pattern, block.place);
      }
      assert.deepEqual(expected, [], 'there is a block for each pattern');
      await notes.outcome?.[section]?.(open, t);
      failed = false;
    });
  }
}

async function openPage(t: TestContext, blocks: Block[], shared?: ServerProcess): Promise<OpenPage> {
  const startsItself = blocks.some(isStart);
  const ports = new Map<number, number>();
  for (const { code } of blocks)
    for (const [, port] of code.matchAll(/(?:127\.0\.0\.1|localhost):(\d{4,5})/g))
      if (!ports.has(Number(port))) ports.set(Number(port), await freePort());
  const server = startsItself ? null : (shared ?? (await startServerProcess(t)));
  if (server) ports.set(3000, Number(new URL(server.origin).port));
  else if (!ports.has(3000)) ports.set(3000, await freePort());
  const place = await mkdtemp(path.join(tmpdir(), 'frontdesk-page-'));
  t.after(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));
  // The commands that need the folder of the service find it.
  const folder = server && !shared ? server.folder : path.join(place, 'folder');
  const logs = path.join(place, 'logs');
  for (const made of [folder, logs]) await mkdir(made, { recursive: true });
  for (const name of ['packages', 'examples', 'node_modules'])
    await symlink(path.join(root, name), path.join(folder, name));

  const origin = `http://127.0.0.1:${ports.get(3000)}`;
  const service = server
    ? { ...server.environment, KEY: server.token, API: server.api }
    : { ...programEnvironment, PORT: String(ports.get(3000)), API: `${origin}/api/v1` };
  const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  const NODE_OPTIONS = '--conditions=frontdesk-source';
  // npm does not look for newer versions of itself.
  const GOCACHE = path.join(tmpdir(), 'frontdesk-go-cache');
  const ofNpm = { npm_config_update_notifier: 'false', npm_config_offline: 'true' };
  const shell = openShell(folder, logs, {
    ...process.env,
    ...ofNpm,
    GOCACHE,
    ...service,
    PATH,
    NODE_OPTIONS,
    HOME: folder,
  });
  t.after(() => shell.end());
  let printed = server?.token ?? '';
  const seen = async (): Promise<string> => `${printed}\n${await shell.printed()}`;
  const run = async (commands: string): Promise<string> => {
    const text = await shell.run(commands);
    printed += `\n${text}`;
    return text;
  };
  return {
    ...{ folder, origin, api: `${origin}/api/v1`, seen },
    token: server?.token ?? '',
    shell: { ...shell, run },
    portOf: (port) => ports.get(port) ?? port,
  };
}

/** Runs the commands of a page that the reader knows already. */
async function readBefore(open: OpenPage, page: string): Promise<void> {
  for (const block of readBlocks(page)) if (block.language === 'sh') await follow(open, block, '', {});
}

/** Returns what a command printed; null for a block that prints nothing. */
async function follow(open: OpenPage, block: Block, printed: string, notes: PageNotes): Promise<string | null> {
  const { language, place, words } = block;
  if (words.includes('outcome')) {
    assert.ok(notes.outcome?.[block.section], `${place}: the notes of the page check it`);
    return null;
  }
  if (isOutput(block)) {
    const compare = language === 'json' ? assertPrintsJson : assertPrintsText;
    compare(printed, here(block.code, open), place);
    return null;
  }
  let code = here(block.code, open);
  const file = fileOf(block);
  if (file !== null) {
    const target = path.join(open.folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, code);
    return null;
  }
  for (const [from, to] of notes.edits ?? []) code = code.replace(from, to);
  if (language === 'sh') {
    for (const [command, pattern] of notes.waits ?? [])
      if (code.includes(command))
        await waitFor(`${pattern}`, async () =>
          pattern instanceof RegExp ? pattern.test(await open.seen()) : pattern(open),
        );
    const filled = await fillIn(code, open, place);
    if (!isBackground(block)) return open.shell.run(filled);
    const service = `node ${main}`;
    if (isStart(block))
      await open.shell.start(filled.replace(install, '').replace(/npm start|npx frontdesk/, service), /is ready \(/);
    else {
      // A reader stops the program before, which has the port of this one.
      if (notes.oneByOne) open.running?.stop();
      open.running = await open.shell.start(filled);
    }
    return null;
  }
  if (language === 'html') return submitForms(code, open, place);
  const [, kind, list] = /^(query|where)=(\S+)$/.exec(words.join(' ')) ?? [];
  if (list !== undefined) {
    const lines = kind === 'where' ? [`where=${encodeURIComponent(code)}`] : code.trimEnd().split('\n');
    return readQueries(lines, list, open, place);
  }
  const program = path.join(open.folder, 'snippet.mjs');
  await writeFile(program, code);
  return open.shell.run(`node ${program}`);
}

/** With the ports of the test. */
function here(code: string, { origin, portOf }: OpenPage): string {
  const ports = [...code.matchAll(/(?<=(?:127\.0\.0\.1|localhost):)\d{4,5}/g)].map(([port]) => port);
  const own = ['3000', '4000', '4100', '4300', ...ports];
  return code
    .replaceAll('https://frontdesk.example', origin)
    .replace(/(?<![\w.])\d{4,5}(?![\w.])/g, (port) => (own.includes(port) ? String(portOf(Number(port))) : port));
}

/** A reader puts IDs and keys where the page has `fd_…` and `PASTE-paymentUrl-HERE`: the last ones that were printed. */
async function fillIn(code: string, { seen, token }: OpenPage, place: string): Promise<string> {
  if (!/\b[a-z]+_…|PASTE-/.test(code)) return code;
  const printed = await seen();
  const last = (pattern: RegExp, what: string): string => {
    const found = [...printed.matchAll(pattern)].at(-1)?.[1];
    assert.ok(found, `${place}: nothing was printed for ${what}\n${printed}`);
    return found;
  };
  return code
    .replace(/PASTE-([a-z]+_)…-HERE/g, (_, prefix) => last(new RegExp(`\\b(${prefix}\\w+)`, 'g'), prefix))
    .replace(/PASTE-(\w+)-HERE/g, (_, member) => last(new RegExp(`"${member}":"([^"]+)"`, 'g'), member))
    .replace(/\b([a-z]+_)…/g, (_, prefix) =>
      prefix === 'fd_' && token ? token : last(new RegExp(`\\b(${prefix}[\\w.+/=-]+)`, 'g'), prefix),
    );
}

/** The first of the programs that the commands need and that is not installed. */
export function missingProgram(steps: Block[]): string | null {
  const code = steps.flatMap((step) => (step.language === 'sh' ? [step.code] : [])).join('\n');
  const used = programs.filter((name) => new RegExp(`(?:^|[|&;(] *)${name} `, 'm').test(code));
  return used.find((name) => spawnSync(name, ['--version']).error !== undefined) ?? null;
}
