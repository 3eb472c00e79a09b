import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { findTags } from './html-tags.ts';

const names = new Set(['img', 'a']);

/** The sources of the attributes of each tag, and their values. */
function read(html: string): [tag: string, attributes: Record<string, [source: string, value: string]>][] {
  return findTags(html, names).map(({ name, nameEnd, attributes }) => [
    `${name} ${html.slice(0, nameEnd).slice(-name.length)}`,
    Object.fromEntries([...attributes].map(([name, { start, end, value }]) => [name, [html.slice(start, end), value]])),
  ]);
}

test('tags and attributes are found where they are, however they are written', () => {
  assert.deepEqual(read(`<p><IMG/SRC='a&amp;b"' ALT = x hidden src="2"/><a href=/x?a=1&b>`), [
    ['img IMG', { src: [`SRC='a&amp;b"'`, 'a&b"'], alt: ['ALT = x', 'x'], hidden: ['hidden', ''] }],
    ['a a', { href: ['href=/x?a=1&b', '/x?a=1&b'] }],
  ]);
  assert.deepEqual(read('<image x><abbr><img\nsrc=""\n>'), [['img img', { src: ['src=""', ''] }]]);
});

test('what only looks like a tag is none', () => {
  const texts = [
    '<!-- <img src=x> -->',
    '<script>"<img src=x>"</script>',
    '<style><img></style>',
    '<title><img></title>',
    '<p title="<img src=x>">',
    '<img src="x',
    '&lt;img src=x>',
    '< img src=x>',
    '</img></a>',
  ];
  for (const text of texts) assert.deepEqual(findTags(text, names), [], text);
});

test('long texts are read in linear time', async () => {
  for (const unit of ['<img src="/media/med_1/a.png" alt="A">', '<a b="', '<a ', '<!--', '<img', "<img a='"]) {
    const timeOf = async (length: number): Promise<number> => {
      const run = () => findTags(unit.repeat(length / unit.length), names);
      return Math.min(await cpuMs(run), await cpuMs(run));
    };
    const [short, long] = [await timeOf(100_000), await timeOf(900_000)];
    assert.ok(long < 30 * Math.max(short, 2), `${unit}: ${short} ms, then ${long} ms`);
  }
});
