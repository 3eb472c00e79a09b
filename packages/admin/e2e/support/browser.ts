// The browser of the tests: the Chromium that package-lock.json pins, whatever is installed.

import { AsyncResource } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';

/** Where there is no pinned one: it is for Linux on x64 only. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Not os.tmpdir(), which may be new for each run of the tests. */
const systemFolder = '/tmp';

/** A machine that runs other tests beside may take long for a page. */
const maxWaitMs = 120_000;

type Program = { executablePath: string; env: Record<string, string> };

/** Of this process, for all of its tests. */
let shared: Promise<Browser> | null = null;

/** After the tests of the process, although a test starts the browser. */
const afterAll = AsyncResource.bind((run: () => Promise<void>) => after(run));

/**
 * What a visitor has of their own: cookies, storage, cache, pages. It is closed after the test, and can only reach this machine.
 */
export async function openContext(
  t: Pick<TestContext, 'after'> & Partial<TestContext>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options);
  context.setDefaultTimeout(maxWaitMs);
  t.after(async () => {
    if (t.passed === false) await printPages(context);
    // A browser that has crashed took it along.
    await context.close().catch(() => {});
  });
  return context;
}

/** The one of this process, or another after it has crashed or could not be started. */
function sharedBrowser(): Promise<Browser> {
  shared = shared === null ? launch() : shared.then((browser) => (browser.isConnected() ? browser : launch()), launch);
  return shared;
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch(await launchOptions());
  afterAll(async () => {
    // Other files may have tests yet.
    shared = null;
    await browser.close();
  });
  return browser;
}

/** Prints what the pages of a test show after it failed: rare failures are told apart only by that. */
async function printPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
    console.log(`${page.url()} showed:\n${shown.slice(0, 4000)}`);
  }
}

/** Starts a browser with a profile that survives its process, in `folder`. `kill` ends all of it with SIGKILL. */
export async function startBrowserWithProfile(
  t: Pick<TestContext, 'after'>,
  folder: string,
  baseURL: string,
): Promise<{ context: BrowserContext; kill(): Promise<void> }> {
  const options = { ...(await launchOptions()), baseURL, locale: 'en-GB', timezoneId: 'UTC' };
  const context = await chromium.launchPersistentContext(folder, options);
  context.setDefaultTimeout(maxWaitMs);
  t.after(() => context.close().catch(() => {}));
  const browser = context.browser() as Browser;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser') as { id: number };
  return {
    context,
    async kill() {
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      process.kill(main.id, 'SIGKILL');
      await closed;
    },
  };
}

async function launchOptions(): Promise<LaunchOptions> {
  const program = await findBrowser();
  return {
    executablePath: program.executablePath,
    // Without a UTF-8 locale, Chromium changes the names of downloads that are not ASCII.
    env: { ...(process.env as Record<string, string>), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...program.env },
    args: [
      // Chromium's sandbox does not work for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--no-zygote',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--no-pings',
      '--font-render-hinting=none',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  };
}

async function findBrowser(): Promise<Program> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser();
  const executablePath = installed.find((file) => existsSync(file));
  if (!executablePath) throw new Error('Chrome or Chromium not found. Install one, or set CHROMIUM_PATH');
  return { executablePath, env: {} };
}

/**
 * Unpacks Chromium from @sparticuz/chromium, with its system libraries and fonts, once per version. The folder appears
 * only when it is complete.
 */
async function unpackBrowser(): Promise<Program> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder(), 'package.json'), 'utf8'));
  const folder = path.join(systemFolder, `frontdesk-browser-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) await unpackTo(folder);
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [path.join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      XDG_CACHE_HOME: path.join(folder, 'cache'),
    },
  };
}

function packageFolder(): string {
  return path.resolve(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../..');
}

async function unpackTo(folder: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const packed = path.join(packageFolder(), 'bin');
  const part = await mkdtemp(path.join(systemFolder, 'frontdesk-browser-'));
  const before = process.env.TMPDIR;
  // It always unpacks to the system's temporary folder.
  process.env.TMPDIR = part;
  try {
    await Promise.all(['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => inflate(path.join(packed, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await mkdir(path.join(part, 'cache'));
  await writeFile(path.join(part, 'fonts', 'fonts.conf'), fontsConfig(path.join(folder, 'cache')));
  await rename(part, folder).catch(async (error) => {
    // Another test unpacked it first.
    await rm(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

// The package's own configuration looks for fonts in /tmp/fonts. Without fonts, text has no width and counts as hidden.
// A cache whose path is relative would be in the folder beside the one in which the tests run.
const fontsConfig = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`;
