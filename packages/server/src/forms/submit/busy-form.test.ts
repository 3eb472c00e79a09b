import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';

/** Answers that take long to check, as each character leads to another state of the automaton. */
const costly = Array.from({ length: 2 }, (_, index) => ({
  name: `f${index}`,
  type: 'textarea',
  pattern: `.*a.{240}[0-9]{${index + 1}}`,
}));
const random = seededRandom(1);
const worstText = Array.from({ length: 9000 }, () => (random() < 0.5 ? 'a' : 'b')).join('');
const worstAnswers = Object.fromEntries(costly.map(({ name }) => [name, worstText]));

test('a form with costly answers does not keep other forms and long texts waiting', async (t) => {
  const { request } = await startContentService(t);
  const makeForm = async (slug: string, fields: object[]) =>
    assert.equal((await request('POST', '/forms', { body: { name: slug, slug, public: true, fields } })).status, 201);
  await makeForm('costly', costly);
  await makeForm('contact', [{ name: 'code', type: 'text', pattern: '[A-Z]{3}' }]);

  let done = 0;
  const flood = Array.from({ length: 16 }, async () => {
    const { status } = await request('POST', '/forms/costly/submit', { token: null, body: worstAnswers });
    done++;
    return status;
  });
  /** How many of the costly answers were checked before this one was answered. */
  const waitedFor = async (path: string, body: object, status: number): Promise<number> => {
    const before = done;
    const answer = await request('POST', path, { body });
    assert.equal(answer.status, status, answer.text);
    return done - before;
  };
  for (let round = 0; round < 2; round++) {
    assert.ok((await waitedFor('/forms/contact/submit', { code: 'ABC' }, 200)) <= 2);
  }
  // An item is read twice.
  const content = 'word '.repeat(10_000);
  assert.ok((await waitedFor('/content/post', { title: 'Long', content }, 201)) <= 4);
  assert.ok(done < flood.length);
  for (const status of await Promise.all(flood)) assert.ok([422, 503].includes(status), String(status));
});
