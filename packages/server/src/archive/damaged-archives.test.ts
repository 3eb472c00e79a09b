// Archives that are damaged, cut off, not ours, newer, or made to do harm: one sentence each, and nothing is imported.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { archiveBytes, entriesIn, fileWith, packed } from '../../test/support/archives.ts';
import { startContentService } from '../../test/support/content-service.ts';
import { picture, storedFiles, upload } from '../../test/support/media.ts';
import { partNames } from './archived-tables.ts';
import { importArchive, requireEmpty } from './import-archive.ts';

test('an archive that is not as it was written is rejected in one sentence, and leaves nothing behind', async (t) => {
  const origin = await startContentService(t);
  await upload(origin, await picture('png'), 'a.png');
  await origin.request('POST', '/content/post', { body: { title: 'One', slug: 'one' } });
  const tar = await archiveBytes(origin.context);
  const entries = await entriesIn(tar);
  const [file = ''] = [...entries.keys()].filter((name) => name.startsWith('files/'));
  const items = 'tables/items/000001.ndjson';
  const types = 'tables/postTypes/000001.ndjson';
  const typesText = String(entries.get(types));
  const item = JSON.parse(String(entries.get(items)));
  const head = JSON.parse(String(entries.get('frontdesk.json')));
  const manifest = JSON.parse(String(entries.get('manifest.json')));

  const target = await startContentService(t);
  const before = await readdir(target.config.dataFolder);
  /** The entries with others in place of some; undefined removes one. */
  const changed = (changes: Record<string, string | Buffer | undefined>): Promise<Buffer> =>
    packed(
      [...entries].flatMap(([name, bytes]) => {
        const next = name in changes ? changes[name] : bytes;
        return next === undefined ? [] : [[name, next] as const];
      }),
    );
  const withItem = (change: object, count = 1): Promise<Buffer> =>
    changed({
      [items]: `${JSON.stringify({ ...item, ...change })}\n`.repeat(count),
      'manifest.json': JSON.stringify({ ...manifest, rows: { ...manifest.rows, items: count } }),
    });
  const withEntry = async (name: string, bytes = ''): Promise<Buffer> => {
    const list = [...entries];
    list.splice(3, 0, [name, Buffer.from(bytes)]);
    return packed(list);
  };
  const flipped = Buffer.from(tar);
  const place = flipped.indexOf('"slug":"one"') + 9;
  flipped.write('x', place);
  const enlarged = await packed(entries, (name) => (name === items ? { pax: { size: '9999999999999999' } } : {}));

  const cases: [what: string, bytes: Buffer, expected: RegExp][] = [
    ['nothing', Buffer.alloc(0), /it is empty, or not a tar file/],
    ['a text', Buffer.from('{"items": []}'.repeat(100)), /damaged, or not a tar file/],
    ['another tar', await packed([['readme.txt', 'x']]), /not an archive of Frontdesk/],
    ['another head', await changed({ 'frontdesk.json': '{"format":"zip"}' }), /not an archive of Frontdesk/],
    ['a broken head', await changed({ 'frontdesk.json': '{' }), /frontdesk\.json in it is damaged/],
    ['a newer version', await changed({ 'frontdesk.json': JSON.stringify({ ...head, version: 2 }) }), /newer version/],
    ['a newer part', await changed({ 'frontdesk.json': JSON.stringify({ ...head, parts: ['x'] }) }), /newer version/],
    ['a newer column', await withItem({ mood: 'x' }), /newer version of Frontdesk \(items has the column “mood”\)/],
    [
      'a newer kind of field',
      await changed({
        [types]: typesText.replace('"fields":"[]"', '"fields":"[{\\"name\\":\\"a\\",\\"type\\":\\"mood\\"}]"'),
      }),
      /newer version of Frontdesk \(postTypes has fields of the kind “mood”\)/,
    ],
    ['a newer table', await withEntry('tables/moods/000001.ndjson'), /newer version of Frontdesk/],
    ['cut off in the middle', tar.subarray(0, tar.length / 2), /it is cut off: its end is missing/],
    ['cut off between entries', tar.subarray(0, tar.indexOf('SHA256SUMS\0')), /it is cut off/],
    ['a changed byte', flipped, /tables\/items\/000001\.ndjson in it is damaged/],
    ['no checksum', await packed([...entries].slice(0, 2)), /cut off|does not belong/],
    ['a file less', await changed({ [file]: undefined }), /the file file_\w+ is missing in it/],
    ['another file', await changed({ [file]: 'tiny' }), /no row fits the file file_\w+/],
    ['a row less', await changed({ [items]: '' }), /rows of items are missing in it/],
    ['half a line', await changed({ [items]: '{"id":' }), /ends in the middle of a line/],
    ['no JSON', await changed({ [items]: 'x\n' }), /row 1 of items is not a JSON object/],
    [
      'a text for a number',
      await withItem({ version: '1' }),
      /row 1 of items has a wrong value in “version”: it is not a whole number/,
    ],
    ['null', await withItem({ slug: null }), /“slug”: it is null/],
    ['an object', await withItem({ title: {} }), /“title”: it is not a text/],
    ['a NUL', await withItem({ title: '\0' }), /characters that cannot be stored/],
    ['broken JSON', await withItem({ fields: '{' }), /“fields”: it is not JSON/],
    ['a list for an object', await withItem({ fields: '[]' }), /“fields”: it is not an object in JSON/],
    ['a column less', await changed({ [items]: '{}\n' }), /row 1 of items has no “\w+”/],
    ['a row twice', await withItem({}, 2), /two rows of items in it have the same key/],
    ['a path out of it', await withEntry('files/../../evil', 'x'), /“files\/..\/..\/evil” does not belong there/],
    ['an absolute path', await withEntry('/etc/passwd', 'x'), /“\/etc\/passwd” does not belong there/],
    [
      'a link',
      await packed(
        [...entries].map(([name, bytes]) => [name, name === file ? '' : bytes] as const),
        (name) => (name === file ? { type: 'symlink', linkname: '/etc/passwd' } : {}),
      ),
      /“files\/file_\w+” in it is not a file/,
    ],
    [
      'an entry twice',
      await packed([...entries].flatMap((entry) => (entry[0] === items ? [entry, entry] : [entry]))),
      /contains “tables\/items\/000001\.ndjson” twice/,
    ],
    ['a huge size', enlarged, /cut off|damaged|row 2 of items is not a JSON object/],
    ['a table of accounts', await withEntry('tables/users/000001.ndjson', '{}\n'), /rows of “users”/],
    [
      'a secret setting',
      await withEntry('tables/settings/000001.ndjson', '{"name":"secretKeyCheck","value":"1","updatedAt":""}\n'),
      /is none that archives contain/,
    ],
  ];
  for (const [what, bytes, expected] of cases) {
    const error: Error | null = await importArchive(target.context, await fileWith(t, bytes)).then(
      () => null,
      (error) => error,
    );
    assert.ok(error, `${what} is rejected`);
    assert.match(error.message, expected, what);
    assert.match(error.message, /^The archive cannot be imported: [^\n]+\. Nothing was imported\.$/, what);
    assert.equal(error.name, 'ArchiveError', what);
    assert.deepEqual(await storedFiles(target), [], what);
  }
  await requireEmpty(target.context, partNames);
  assert.deepEqual(
    (await readdir(target.config.dataFolder)).filter((name) => name !== 'files'),
    before.filter((name) => name !== 'files'),
  );
  const missing = path.join(target.config.dataFolder, 'none.tar');
  await assert.rejects(importArchive(target.context, missing), /there is no file .*none\.tar/);
  await assert.rejects(importArchive(target.context, target.config.dataFolder), /is a folder/);
  await importArchive(target.context, await fileWith(t, tar));
  assert.equal((await storedFiles(target)).length, 1);
});
