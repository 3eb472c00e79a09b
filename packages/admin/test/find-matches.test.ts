// What is found in a text, where, and how often.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Node, Schema } from '@tiptap/pm/model';
import { countInHtml, createSearch, matchAt, patternOf } from '../src/content/editor/find/find-matches.ts';

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block' },
    section: { content: 'block+', group: 'block' },
    htmlBlock: { group: 'block', atom: true, attrs: { html: {} } },
    text: { group: 'inline' },
    image: { group: 'inline', inline: true },
  },
  marks: { bold: {} },
});
const { doc, paragraph, section, htmlBlock, image } = schema.nodes;
const bold = schema.marks.bold?.create();
const text = (words: string, isBold = false): Node => schema.text(words, isBold && bold ? [bold] : []);

function find(of: Node, query: string, matchCase = false) {
  const { matches, inHtml } = createSearch({ text: query, matchCase })(of);
  return { texts: matches.map(({ from, to }) => of.textBetween(from, to)), matches, inHtml };
}

const sample = doc?.create(null, [
  paragraph?.create(null, [text('A har'), text('bor', true), text(' and '), image?.create() as Node, text('Harbor')]),
  section?.create(null, [paragraph?.create(null, [text('harbors')]) as Node]),
  htmlBlock?.create({ html: '<div title="harbor">The <b>harbor</b><script>harbor</script> harbor' }),
] as Node[]) as Node;

test('matches are found across formats, after images and in blocks within blocks', () => {
  assert.deepEqual(find(sample, 'harbor').texts, ['harbor', 'Harbor', 'harbor']);
  assert.deepEqual(find(sample, 'Harbor', true).texts, ['Harbor']);
  // Not across an image, and not across blocks.
  assert.deepEqual(find(sample, 'and Harbor').texts, []);
  assert.deepEqual(find(sample, 'Harborharbors').texts, []);
});

test('the text of HTML blocks is counted, without tags, attributes and scripts', () => {
  assert.equal(find(sample, 'harbor').inHtml, 2);
  assert.equal(countInHtml('<style>a</style>a<b a="a">a', patternOf({ text: 'a', matchCase: true }) as RegExp), 2);
});

test('a query is a text and no pattern, and a space finds a no-break space', () => {
  const of = doc?.create(null, [paragraph?.create(null, [text('1.5 km (a+b)\\ [x] 10\u00a0km İx')]) as Node]) as Node;
  for (const query of ['1.5', '(a+b)\\ [x]', '10 km', 'İx', '\\ ['])
    assert.equal(find(of, query).texts.length, 1, query);
  assert.equal(find(of, '1x5').texts.length, 0);
  assert.equal(patternOf({ text: '', matchCase: false }), null);
});

test('a block that did not change is not searched again', () => {
  const search = createSearch({ text: 'harbor', matchCase: false });
  assert.equal(search(sample).matches.length, 3);
  Object.defineProperty(sample.child(0), 'textBetween', { value: () => assert.fail('searched again') });
  const other = paragraph?.create(null, [text('other')]) as Node;
  const changed = sample.copy(sample.content.replaceChild(1, other));
  assert.equal(search(changed).matches.length, 2);
});

test('the search goes on from the cursor, and around the end', () => {
  const matches = [
    { from: 3, to: 5 },
    { from: 9, to: 11 },
  ];
  assert.equal(matchAt(matches, 1), 0);
  assert.equal(matchAt(matches, 4), 1);
  assert.equal(matchAt(matches, 12), 0);
});
