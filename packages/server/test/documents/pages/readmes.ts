// The pages that a repository opens with.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../../support/wait-for.ts';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, signIn } from './given.ts';

async function readReceived({ seen }: OpenPage): Promise<void> {
  await waitFor('the refund', async () => (await seen()).includes('payment.refunded'));
  const printed = await seen();
  const [signature = ''] = /(?<=SHA2-256\(.*= )[0-9a-f]{64}/.exec(printed) ?? [];
  assert.match(printed, new RegExp(`payment.succeeded .*\\n +signature ${signature}\\n`));
}

/** By a section of a page, waits until its programs have printed all of these. */
async function waitForLines({ seen }: OpenPage, ...lines: RegExp[]): Promise<void> {
  await waitFor(`${lines}`, async () => {
    const printed = await seen();
    return lines.every((line) => line.test(printed));
  });
}

export const readmePages: Notes = {
  'docs/start.md': { outcome: { '4. Pay': (page) => waitForLines(page, /\bsubmitted\b/, /\bpaid\b/) } },
  'README.md': {
    waits: [['openssl dgst', /saved as {2}received\/payment\.succeeded/]],
    prints: { 'A tour with curl': [/^/, /"title":"Front Page"/, /"url"/, /"paymentUrl"/, /^303 /] },
    outcome: { 'A tour with curl': readReceived },
  },
  'packages/client/README.md': {
    async given(page) {
      const folder = path.join(page.folder, 'photos');
      await mkdir(folder);
      await drawHarbor({ ...page, folder });
      await signIn(page);
    },
  },
  'packages/payment-sandbox/README.md': { edits: [['scripts/ready.mjs ', '']] },
};
