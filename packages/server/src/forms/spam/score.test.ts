import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../test/support/busy-time.ts';
import { readEnquiries, readSpam, type Sample } from '../../../test/support/spam-corpus.ts';
import { limits } from '../form/form-spam.ts';
import { findBlockFaults, normalizeBlocks, readBlocks } from './block-lists.ts';
import { prepareText } from './prepared-text.ts';
import { createRecent } from './recent.ts';
import { type Score, scoreSubmission } from './score.ts';

const noBlocks = readBlocks({ words: [], domains: [], addresses: [] });
const unseen = { times: 0, isSamePerson: true };
const quiet = {
  ...{ seconds: 60, isTrapped: false, solutionFault: null, address: '192.0.2.1', recentlySent: 1, repetition: unseen },
};

/** As a contact form in English gets it. `onlyText` leaves out how it was sent. */
function scoreSample({ message, name, email, seconds, fillsTrap }: Sample, onlyText: boolean): Promise<Score> {
  const sending = onlyText ? quiet : { ...quiet, seconds, isTrapped: fillsTrap };
  const text = prepareText([message]);
  return scoreSubmission({ text, name, email, labels: 'Contact Name Email Message', ownHosts: [] }, sending, noBlocks);
}

function scoreText(message: string, blocks = noBlocks): Promise<Score> {
  const text = prepareText([message]);
  const labels = 'Name Message';
  return scoreSubmission({ text, name: 'Ada Winter', email: 'ada@gmail.com', labels, ownHosts: [] }, quiet, blocks);
}

async function scoresOf(samples: readonly Sample[], onlyText: boolean): Promise<number[]> {
  const scores: number[] = [];
  for (const sample of samples) scores.push((await scoreSample(sample, onlyText)).score);
  return scores;
}

/** In percent: with how it was sent, and by the text alone. */
const floors = { lenient: [62, 46], normal: [86, 80], strict: [94, 92] };

test('most of the spam that the rules were not written for is recognized, and every enquiry passes', async (t) => {
  const spam = readSpam().filter(({ half }) => half === 'second');
  const enquiries = readEnquiries().filter(({ half }) => half === 'second');
  assert.deepEqual([readSpam().length, readEnquiries().length], [2000, 200]);
  const figures: Record<string, string[]> = {};
  for (const onlyText of [false, true]) {
    const [bad, good] = [await scoresOf(spam, onlyText), await scoresOf(enquiries, onlyText)];
    const percentOver = (scores: number[], limit: number): number =>
      Math.round((1000 * scores.filter((score) => score >= limit).length) / scores.length) / 10;
    for (const [level, limit] of Object.entries(limits)) {
      const [caught, falsely] = [percentOver(bad, limit), percentOver(good, limit)];
      figures[`${level}${onlyText ? ', by the text alone' : ''}`] = [`${caught} %`, `${falsely} %`];
      const floor = floors[level as keyof typeof limits][onlyText ? 1 : 0] as number;
      assert.ok(caught >= floor, `${level}: only ${caught} % of the spam`);
      assert.equal(falsely, 0, `${level}: ${falsely} % of the enquiries`);
    }
  }
  t.diagnostic(`caught of ${spam.length}, and falsely of ${enquiries.length}: ${JSON.stringify(figures)}`);
});

test('scoring takes less than a millisecond, and little of hostile texts', async () => {
  const usual = readEnquiries();
  const score = async (): Promise<void> => {
    for (const sample of usual) await scoreSample(sample, false);
  };
  await score();
  assert.ok((await cpuMs(score)) / usual.length < 1, 'an ordinary enquiry');
  const hostile = {
    'ten megabytes': 'lorem ipsum dolor '.repeat(600_000),
    'one word': 'a'.repeat(10_000_000),
    dots: 'a.'.repeat(500_000),
    '10,000 links': 'https://a.example/b '.repeat(10_000),
    'unclosed tags': '<a href=<a href=[url='.repeat(100_000),
    'stacked marks': `e${'\u0301'.repeat(100_000)} `.repeat(5),
    'invisible letters': 'v\u200bi\u2060a\u00adg\u034fr\ufeffa '.repeat(50_000),
    'two scripts': 'саsіnо аррlе '.repeat(50_000),
    'lone surrogates': '\ud800'.repeat(100_000),
    spaces: ' \t\u3000'.repeat(300_000),
  };
  for (const [name, text] of Object.entries(hostile)) {
    const attempts = [];
    // The first one also joins what `repeat` has made.
    for (let n = 0; n < 4; n++) attempts.push(await cpuMs(() => scoreText(text)));
    assert.ok(Math.min(...attempts) < 50, `${name}: ${attempts} ms`);
  }
});

test('disguises of words are seen through, and what people write is not taken for one', async () => {
  const signalsOf = async (text: string) => (await scoreText(text)).reasons.map(({ signal }) => signal);
  for (const text of [
    'Buy ｖｉａｇｒａ without ρrescription',
    'Vis\u200bit our ca\u00adnadian phar\u200bmacy',
    '𝐟𝐫𝐞𝐞 𝐬𝐩𝐢𝐧𝐬 for you',
  ])
    assert.ok((await signalsOf(text)).includes('words'), text);
  assert.ok((await signalsOf('Cheap саsіnо for you')).includes('script'));
  for (const text of [
    'Ich komme am Freitag zum Angstgegner-Schachspiel.',
    'Wzgląd na źdźbło trawy, Szczęsny Brzęczyszczykiewicz',
    'Das µ-Meter misst 5 µm',
  ])
    assert.deepEqual(await signalsOf(text), [], text);
});

test('letters of codes are not random letters, and random letters still are', async () => {
  const signalsOf = async (text: string, name: string) => {
    const scored = { text: prepareText([text]), name, email: null, labels: '', ownHosts: [] };
    return (await scoreSubmission(scored, quiet, noBlocks)).reasons.map(({ signal }) => signal);
  };
  for (const code of [
    ...['4dccfcae81', 'dccfcae', '0dccfbde-9fcd-4bdc-8bcd-fcbdcfaebdcf', 'GB29NWBKXQ60161331926819', 'RRXQZKVB4DE'],
    ...['B-XQZKVW 1234', 'XKQZWP-TRVBGH-QWKZPX', 'SKU_xkqzwp7', 'xqzkvw/4711', '١xqzkvw'],
  ])
    for (const text of [code, `Order ${code}`, `${code}, ${code}, ${code}`])
      assert.deepEqual(await signalsOf(text, code), [], text);
  for (const text of ['kJHDkjhsdfQWE', 'xqzkvwp 4711', 'kJHDkjhsdfQWE-lkWQxzvbn'])
    assert.deepEqual(await signalsOf(text, 'Ada'), ['gibberish'], text);
});

test('a site blocks words, patterns, domains and addresses', async () => {
  const lists = normalizeBlocks({
    words: [' Cheap  Shoes ', '/c[a4]s[i1]n[o0]/', '廉价鞋', 'Cheap  Shoes'],
    domains: ['https://Spam.example', '@bad.test'],
    addresses: ['203.0.113.0/24', '2001:db8::/32'],
  });
  assert.deepEqual(findBlockFaults(lists), []);
  const blocks = readBlocks(lists);
  const blocked = async (text: string, more: object = {}) =>
    (
      await scoreSubmission(
        { text: prepareText([text]), name: null, email: 'a@mail.bad.test', labels: '', ownHosts: [], ...more },
        { ...quiet, address: '::ffff:203.0.113.9' },
        blocks,
      )
    ).reasons.flatMap(({ signal }) => (signal.startsWith('blocked') ? [signal] : []));
  assert.deepEqual((await blocked('Buy CHÉAP shoes')).sort(), ['blockedAddress', 'blockedDomain', 'blockedWord']);
  assert.equal(blocks.findWord(prepareText(['My c4s1n0 visit'])), '/c[a4]s[i1]n[o0]/');
  assert.equal(blocks.findWord(prepareText(['出售廉价鞋子'])), '廉价鞋');
  assert.equal(blocks.findWord(prepareText(['cheap red shoes'])), null);
  const idn = readBlocks({ words: [], domains: ['grün.example'], addresses: [] });
  for (const text of ['Visit https://GRÜN.example/x', 'Visit www.xn--grn-ioa.example'])
    assert.equal(prepareText([text]).links.map(({ host }) => idn.findDomain(host))[0], 'grün.example', text);
  assert.equal(blocks.findDomain('a.spam.example'), 'spam.example');
  assert.equal(blocks.findDomain('notspam.example'), null);

  const wrong = {
    words: ['/(a/', '/(a+)\\1/', '…', 'a b c d e f'],
    domains: ['no domain'],
    addresses: ['10.0.0.300', '10.0.0.0/40'],
  };
  assert.deepEqual(
    findBlockFaults(wrong).map(({ pointer, code }) => `${pointer} ${code}`),
    [
      ...['/words/0 invalid_pattern', '/words/1 invalid_pattern', '/words/2 invalid', '/words/3 too_long'],
      ...['/domains/0 invalid', '/addresses/0 invalid', '/addresses/1 invalid'],
    ],
  );
  const many = {
    words: Array.from({ length: 100 }, (_, index) => `/x{${index}}[a-z]{50}/`),
    domains: [],
    addresses: [],
  };
  assert.ok(findBlockFaults(many).some(({ code }) => code === 'too_complex'));
});

test('the same text from others is remembered for days, small changes included, and what a person sends again is not', () => {
  let time = 0;
  const recent = createRecent(() => time);
  const noteText = (submissionId: string, from: string, words: readonly string[]) =>
    recent.note({ submissionId, from, words, sender: null }).signs.repetition;
  const noteSender = (sender: string) =>
    recent.note({ submissionId: sender, from: sender, words: [], sender }).signs.recentlySent;
  const words = 'we offer you the best rates for your next holiday in the mountains with sauna and breakfast'.split(
    ' ',
  );
  assert.deepEqual(noteText('1', 'a', words), { times: 0, isSamePerson: true });
  assert.deepEqual(noteText('1', 'a', words).times, 0, 'the same submission');
  assert.deepEqual(noteText('2', 'a', words), { times: 1, isSamePerson: true });
  assert.deepEqual(noteText('3', 'b', [...words.slice(0, -1), 'dinner']), { times: 2, isSamePerson: false });
  assert.equal(noteText('4', 'c', 'thank you we will come on friday with two children and a dog'.split(' ')).times, 0);
  assert.equal(noteText('5', 'd', ['call', 'me']).times, 0);
  assert.equal(noteText('6', 'e', ['call', 'me']).times, 0, 'short texts are the same by chance');
  time += 4 * 86_400_000;
  assert.equal(noteText('7', 'f', words).times, 0);
  for (let index = 1; index <= 7; index++) assert.equal(noteSender('form 192.0.2.1'), index);
  time += 11 * 60_000;
  assert.equal(noteSender('form 192.0.2.1'), 1);
});
