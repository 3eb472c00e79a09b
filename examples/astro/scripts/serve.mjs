// Serves the built site, and builds it again when the service says that content has changed: the webhook POST /rebuild. A host
// with a build hook of its own needs only that hook's URL as the webhook.
//   SITE_URL=http://127.0.0.1:4321 REBUILD_SECRET=… node scripts/serve.mjs

import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { verifyWebhook, WebhookVerificationError } from '@frontdesk/client';

const { SITE_URL = 'http://127.0.0.1:4321', REBUILD_SECRET: secret } = process.env;
const root = fileURLToPath(new URL('..', import.meta.url));
const builds = path.resolve(process.env.BUILDS ?? path.join(root, 'dist'));
const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml; charset=utf-8',
};

/** The folder of the build that visitors see. */
let current = null;
let number = 0;

/** Builds into a folder of its own: visitors see the last build until this one is whole. */
async function build() {
  const folder = path.join(builds, `${Date.now()}-${number++}`);
  await mkdir(folder, { recursive: true });
  const astro = fileURLToPath(import.meta.resolve('astro/package.json').replace(/package\.json$/, 'bin/astro.mjs'));
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: root,
    env: { ...process.env, SITE_URL, OUT_DIR: folder, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) return console.error('The build failed; the site stays as it was.');
  const previous = current;
  current = folder;
  if (previous) await rm(previous, { recursive: true, force: true });
  console.log('The site is up to date.');
}

let building = null;
let isAsked = false;

/** One build at a time; what is asked for meanwhile is one more. */
function rebuild() {
  isAsked = true;
  building ??= (async () => {
    while (isAsked) {
      isAsked = false;
      await build();
    }
    building = null;
  })();
  return building;
}

async function receive(request, response) {
  try {
    await verifyWebhook({ body: new Uint8Array(await buffer(request)), headers: request.headers, secret });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return response.writeHead(401).end(error.message);
  }
  response.writeHead(204).end();
  await rebuild();
}

async function findFile(pathname) {
  const wanted = path.join(current, path.normalize(pathname));
  if (!wanted.startsWith(current)) return null;
  const file = pathname.endsWith('/') ? path.join(wanted, 'index.html') : wanted;
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? file : null;
}

async function respond(request, response) {
  const { pathname } = new URL(request.url, SITE_URL);
  if (request.method === 'POST' && pathname === '/rebuild') return receive(request, response);
  const file = await findFile(decodeURIComponent(pathname));
  const shown = file ?? path.join(current, '404.html');
  // Names of scripts and styles change with what is in them.
  const lasts = pathname.startsWith('/_astro/');
  response.writeHead(file ? 200 : 404, {
    'content-type': types[path.extname(shown)] ?? 'application/octet-stream',
    'cache-control': lasts ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  });
  await pipeline(createReadStream(shown), response);
}

await rebuild();
const { hostname, port } = new URL(SITE_URL);
createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error.message);
    response.destroy();
  });
}).listen(Number(port), hostname, () => console.log(`The site is at ${SITE_URL}`));
