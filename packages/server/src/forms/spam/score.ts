// Scores a submission: each sign of spam adds points, and says why. What honest visitors do
// often, such as sending a link, sending quickly or having a disposable address, is not enough alone.

import { asciiAddress } from '../../lib/mail-address.ts';
import { once } from '../../lib/once.ts';
import { isUnspaced } from '../../lib/text.ts';
import type { SolutionFault } from '../altcha/altcha.ts';
import type { Blocks } from './block-lists.ts';
import { isDisguised, isGibberish, type PreparedText, prepareText, wordsBesideCodes } from './prepared-text.ts';
import type { Repetition } from './recent.ts';
import { phrases } from './spam-phrases.ts';

export const signals = [
  'honeypot',
  'time',
  'altcha',
  'links',
  'words',
  'gibberish',
  'script',
  'name',
  'email',
  'repeated',
  'rate',
  'blockedWord',
  'blockedDomain',
  'blockedAddress',
] as const;
export type Signal = (typeof signals)[number];

export type Reason = { signal: Signal; points: number; detail: string };
export type Score = { score: number; reasons: Reason[] };

/** How it was sent. Programs with a key have neither seconds nor a hidden field. */
export type Sending = {
  /** Between opening the page and sending it; null if there was no page of ours. */
  seconds: number | null;
  /** Whether the field was filled in that people do not see. */
  isTrapped: boolean;
  /** What is wrong with the proof of work; null if nothing is, or none was asked for. */
  solutionFault: SolutionFault | null;
  address: string | null;
  /** How often this address has sent this form within the last ten minutes; null for programs with a key. */
  recentlySent: number | null;
  repetition: Repetition;
};

export type Scored = {
  text: PreparedText;
  name: string | null;
  email: string | null;
  /** The labels of the form: in which script it asks. */
  labels: string;
  /** The hosts of the site itself, which links may lead to. */
  ownHosts: readonly string[];
};

export async function scoreSubmission(submitted: Scored, sending: Sending, blocks: Blocks): Promise<Score> {
  const { text, name, email } = submitted;
  const reasons: (Reason | null)[] = [
    scoreTrap(sending),
    scoreTime(sending, text),
    scoreSolution(sending),
    scoreLinks(text, submitted.ownHosts),
    scoreWords(text),
    scoreGibberish(text, name),
    scoreScript(text, submitted.labels),
    scoreName(name),
    await scoreEmail(email, text),
    scoreRepetition(sending.repetition),
    scoreRate(sending.recentlySent),
    ...scoreBlocks(submitted, sending, blocks),
  ];
  const found = reasons.filter((reason) => reason !== null).sort((a, b) => b.points - a.points);
  return { score: found.reduce((sum, { points }) => sum + points, 0), reasons: found };
}

function scoreTrap({ isTrapped }: Sending): Reason | null {
  return isTrapped ? { signal: 'honeypot', points: 60, detail: 'A field was filled in that people do not see' } : null;
}

function scoreTime({ seconds }: Sending, { length }: PreparedText): Reason | null {
  if (seconds === null) return null;
  const inWords = `${seconds.toFixed(1)} seconds`;
  if (seconds < 1) return { signal: 'time', points: 40, detail: `Sent after ${inWords}` };
  if (seconds < 2) return { signal: 'time', points: 25, detail: `Sent after ${inWords}` };
  if (seconds < 3) return { signal: 'time', points: 10, detail: `Sent after ${inWords}` };
  // Even those who paste a text look at it.
  const isFast = length > 200 && length / seconds > 50;
  return isFast ? { signal: 'time', points: 15, detail: `${length} characters within ${inWords}` } : null;
}

/** Those without JavaScript, or on an old page, have none either. */
const solutionPoints: Record<SolutionFault, readonly [points: number, detail: string]> = {
  missing: [20, 'Sent without the proof of work'],
  expired: [20, 'The proof of work had expired'],
  invalid: [35, 'The proof of work was wrong'],
  used: [35, 'The proof of work was used before'],
};

function scoreSolution({ solutionFault }: Sending): Reason | null {
  if (solutionFault === null) return null;
  const [points, detail] = solutionPoints[solutionFault];
  return { signal: 'altcha', points, detail };
}

const shorteners = new Set(
  'bit.ly tinyurl.com t.co cutt.ly is.gd t.me goo.su rb.gy ow.ly goo.gl shorturl.at rebrand.ly clck.ru vk.cc wa.me s.id tiny.cc telegra.ph'.split(
    ' ',
  ),
);
const markup = /<a\s[^>]{0,200}href|\[(?:url|link)\s*=/i;
const fewWords = 15;

function scoreLinks(text: PreparedText, ownHosts: readonly string[]): Reason | null {
  const others = text.links.filter(
    ({ host }) => !ownHosts.some((own) => host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`)),
  );
  const count = others.length;
  if (count === 0) return markup.test(text.written) ? reasonOf('links', [[35, 'links in HTML or BBCode']]) : null;
  return reasonOf('links', [
    [
      count >= 10 ? 40 : count >= 5 ? 30 : count >= 3 ? 20 : count === 2 ? 15 : 10,
      count === 1 ? '1 link' : `${count} links`,
    ],
    markup.test(text.written) && [35, 'in HTML or BBCode'],
    others.some(({ host }) => shorteners.has(host)) && [20, 'which hide where they lead'],
    text.words.length <= fewWords && (text.linkShare > 0.5 ? [25, 'hardly any other text'] : [10, 'few other words']),
  ]);
}

function scoreWords(text: PreparedText): Reason | null {
  const topics = new Map<string, { strong: string[]; weak: string[] }>();
  const add = (phrase: string): void => {
    const found = phrases.get(phrase);
    if (!found) return;
    const topic = topics.get(found.topic) ?? { strong: [], weak: [] };
    topics.set(found.topic, topic);
    topic[found.isStrong ? 'strong' : 'weak'].push(phrase);
  };
  for (const phrase of text.phrases()) add(phrase);
  if (isUnspaced(text.folded)) for (const phrase of unspacedPhrases) if (text.folded.includes(phrase)) add(phrase);
  const all = [...topics.values()];
  const strong = all.flatMap(({ strong }) => strong);
  const weak = all.flatMap(({ weak }) => weak);
  if (strong.length === 0 && weak.length < 2) return null;
  const points = Math.min(
    70,
    (strong.length > 0 ? 35 + 15 * (strong.length - 1) : 0) +
      Math.min(30, 8 * Math.max(0, weak.length - (strong.length > 0 ? 0 : 1))),
  );
  const topic = [...topics].sort((a, b) => weightOf(b[1]) - weightOf(a[1]))[0]?.[0] ?? '';
  const quoted = [...strong, ...weak].slice(0, 5).map((phrase) => `“${phrase}”`);
  return { signal: 'words', points, detail: `Words of ${topic}: ${quoted.join(', ')}` };
}

const unspacedPhrases = [...phrases.keys()].filter(isUnspaced);

function weightOf({ strong, weak }: { strong: readonly string[]; weak: readonly string[] }): number {
  return strong.length * 4 + weak.length;
}

function scoreGibberish({ written, links }: PreparedText, name: string | null): Reason | null {
  const linked = new Set(links.flatMap(({ text }) => text.match(/\p{L}+/gu) ?? []));
  const words = wordsBesideCodes(written.slice(0, 4000)).filter((word) => word.length >= 3 && !linked.has(word));
  const random = words.filter(isGibberish);
  const isNameRandom = wordsBesideCodes(name ?? '').some(isGibberish);
  const isMost = random.length > 0 && random.length >= words.length / 2;
  return reasonOf('gibberish', [
    isMost && [words.length >= 3 ? 50 : 35, `random letters (${random[0]?.slice(0, 40)})`],
    !isMost && random.length >= 3 && [15, `words of random letters (${random[0]?.slice(0, 40)})`],
    isNameRandom && [15, `a name of random letters (${name?.slice(0, 40)})`],
  ]);
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Hangul',
  'Thai',
  'Devanagari',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'gu') }));

function scoreScript(text: PreparedText, labels: string): Reason | null {
  const disguised = text.written.match(/[\p{L}\p{M}]{3,}/gu)?.find(isDisguised);
  const own = text.links.length === 0 ? null : mainScript(text.folded);
  const asked = own === null ? null : mainScript(labels);
  return reasonOf('script', [
    disguised !== undefined && [25, `letters of two scripts in one word (${disguised.slice(0, 40)})`],
    asked !== null && own !== asked && [15, `written in ${own} letters, unlike the form, with a link`],
  ]);
}

/** The script of most letters. */
function mainScript(text: string): string | null {
  const start = text.slice(0, 1000);
  const counts = scripts.map(({ name, pattern }) => ({ name, count: start.match(pattern)?.length ?? 0 }));
  const { name, count } = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return count >= 4 ? name : null;
}

function scoreName(name: string | null): Reason | null {
  if (name === null) return null;
  if (prepareText([name]).links.length > 0 || /https?:|www\./i.test(name))
    return { signal: 'name', points: 40, detail: `A link as name (${name.slice(0, 60)})` };
  return name.length > 80 ? { signal: 'name', points: 15, detail: 'A name of more than 80 characters' } : null;
}

async function scoreEmail(email: string | null, text: PreparedText): Promise<Reason | null> {
  const others = text.written.match(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g) ?? [];
  const other = others.find((one) => freeProviders.test(one) && one.toLowerCase() !== email?.toLowerCase());
  return reasonOf('email', [
    email !== null && (await isDisposable(email)) && [15, `a disposable address (${domainOf(email)})`],
    other !== undefined && [15, `another address in the text (${other.slice(0, 80)})`],
  ]);
}

const freeProviders = /@(?:gmail|yahoo|outlook|hotmail|aol|gmx|protonmail|proton|qq|163|mail|yandex|zoho)\.\w+$/i;

function domainOf(email: string): string {
  const address = asciiAddress(email).toLowerCase();
  return address.slice(address.lastIndexOf('@') + 1);
}

/** What the notes of other processes can add. */
export const maxOfOthers = 45;

function scoreRepetition({ times, isSamePerson }: Repetition): Reason | null {
  if (times === 0) return null;
  // People send a form again if they are not sure that it arrived.
  if (isSamePerson) return times >= 3 ? { signal: 'repeated', points: 10, detail: `Sent ${times + 1} times` } : null;
  return {
    signal: 'repeated',
    points: times >= 3 ? 25 : 20,
    detail: `The same text came ${times === 1 ? 'before' : `${times} times before`}, from others or in other forms`,
  };
}

function scoreRate(recentlySent: number | null): Reason | null {
  if (recentlySent === null || recentlySent <= 5) return null;
  return {
    signal: 'rate',
    points: recentlySent > 15 ? 20 : 10,
    detail: `${recentlySent} submissions of this form from this address within ten minutes`,
  };
}

function scoreBlocks({ text, email }: Scored, { address }: Sending, blocks: Blocks): (Reason | null)[] {
  const word = blocks.findWord(text);
  const hosts = [...text.links.map(({ host }) => host), ...(email === null ? [] : [domainOf(email)])];
  const domain = hosts.map((host) => blocks.findDomain(host)).find((found) => found !== null);
  return [
    word === null ? null : { signal: 'blockedWord', points: 60, detail: `“${word}” is on the block list` },
    domain === undefined ? null : { signal: 'blockedDomain', points: 60, detail: `${domain} is on the block list` },
    address !== null && blocks.blocksAddress(address)
      ? { signal: 'blockedAddress', points: 100, detail: `${address} is on the block list` }
      : null,
  ];
}

/** One reason out of what belongs to a signal; null if none of it is given. */
function reasonOf(
  signal: Signal,
  parts: readonly (readonly [points: number, detail: string] | false)[],
): Reason | null {
  const found = parts.filter((part) => part !== false);
  if (found.length === 0) return null;
  const detail = found.map(([, detail]) => detail).join(', ');
  return {
    signal,
    points: found.reduce((sum, [points]) => sum + points, 0),
    detail: `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`,
  };
}

// Domains of addresses that anyone can read for some minutes need a megabyte: they are loaded with the first address. Asked
// for a single one, the package would make the whole set again.
const readDomains = once(async (): Promise<ReadonlySet<string>> => {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  return disposableEmailBlocklistSet();
});

/** Whether mail to this address ends at a service for addresses that are thrown away. */
async function isDisposable(email: string): Promise<boolean> {
  const listed = await readDomains();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  // A mailbox may be at a domain below.
  return labels.slice(0, -1).some((_, at) => listed.has(labels.slice(at).join('.')));
}
