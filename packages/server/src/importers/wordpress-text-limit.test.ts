import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { exportItem, typed, writeExport } from '../../test/support/wordpress-export.ts';
import { offThread } from '../lib/off-thread.ts';
import { importWordpress } from './wordpress-import.ts';

const post = (id: number, content = 'short') =>
  `\n${exportItem(id, typed('post', 'publish', `<content:encoded>${content}</content:encoded>`))}`;

test('a file with a text that is too long is refused as a whole, in a sentence with the place', async (t) => {
  const { context, request } = await startContentService(t);
  const file = await writeExport(t, post(1) + post(2, `<![CDATA[<p>${'a '.repeat(10_000_000)}</p>]]>`));
  await assert.rejects(importWordpress(context, file), {
    name: 'WordpressExportError',
    line: 3,
    message: `${file}: “T2” at line 3 has 20.0 MB of text, and the maximum is 8.0 MB. Shorten it or remove the item, then import the file again.`,
  });
  assert.equal((await request('GET', '/content/post?status=any')).body.total, 0);
});

test('a title counts as text', async (t) => {
  const { context } = await startContentService(t);
  const title = 'a '.repeat(4_500_000);
  const file = await writeExport(t, post(1).replace(/<title>[^<]*/, `<title>${title}`));
  await assert.rejects(importWordpress(context, file), { message: /“(a ){50}” at line 2 has 9\.0 MB of text/ });
});

test('texts that cannot be read in time end the import in a sentence, and the next one continues', async (t) => {
  const { context, request } = await startContentService(t);
  // As many as the first transactions store: 1, 2, 4, 7 and 13.
  const short = Array.from({ length: 27 }, (_, index) => post(index + 1));
  const file = await writeExport(t, `${short.join('')}${post(28, 'long '.repeat(10_000))}${post(29)}`);
  const release = fillThread('post');
  await assert.rejects(importWordpress(context, file), {
    name: 'WordpressExportError',
    message: `${file}: The items from line 29 to line 30 took too long to read and were not imported; before that, 27 records were imported. Import the file again to continue, or shorten the texts there.`,
  });
  assert.equal((await request('GET', '/content/post?status=any&limit=1')).body.total, 27);
  await release();
  const { created, existing } = await importWordpress(context, file);
  assert.deepEqual([created, existing], [{ post: 2 }, { post: 27 }]);
});

/** Keeps the thread so busy with this type that it accepts no more of it, until released. */
function fillThread(type: string): () => Promise<unknown> {
  const hold = 'data:text/javascript,export const hold = (flag) => void Atomics.wait(flag, 0, 0);';
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const held = Promise.allSettled(Array.from({ length: 101 }, () => offThread(type, hold, 'hold', flag)));
  return () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    return held;
  };
}
