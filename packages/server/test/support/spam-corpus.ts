// Samples for the spam score: 2,000 made from templates, and 200 enquiries as honest people write them. Half of both is
// kept apart by a fixed seed: the rules were written with the first half only, and the tests measure the second.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { seededRandom, shuffle } from './seeded-random.ts';

export type Half = 'first' | 'second';

export type Sample = {
  kind: string;
  half: Half;
  name: string;
  email: string;
  message: string;
  /** Between opening and sending the page; null if a program sent it without a page. */
  seconds: number | null;
  /** Whether a program filled in the hidden field. */
  fillsTrap: boolean;
};

const seed = 20_261_122;
const spamCount = 2000;

const people = ['Andrew Cole', 'Maria Lopez', 'Priya Nair', 'John Smith', 'Elena Volkova', 'Chen Wei', 'Mark Davis'];
const cities = ['Berlin', 'Moscow', 'Dubai', 'London', 'Vienna', 'Istanbul', 'Shanghai'];
const sites = ['bakery-sonnenschein.at', 'hughes-garden.co.uk', 'studio-north.example', 'yogahaus.de'];
const stems = ['best-offer', 'topdeal', 'rank-pro', 'lucky', 'fast-money', 'vip-club', 'mega-store', 'news-portal'];
const endings = ['com', 'xyz', 'top', 'ru', 'site', 'shop', 'click', 'info', 'online', 'net'];
const shorteners = ['bit.ly', 'tinyurl.com', 't.co', 'cutt.ly', 'is.gd', 't.me', 'goo.su', 'rb.gy'];
const providers = ['gmail.com', 'yahoo.com', 'outlook.com', 'mail.ru', 'hotmail.com', 'qq.com'];
const disposable = ['mailinator.com', 'guerrillamail.com', 'yopmail.com', '10minutemail.com'];

export function readSpam(): Sample[] {
  const templates = readTemplates();
  const random = seededRandom(seed);
  // A template belongs to one half as a whole: otherwise the second half would show nothing that is new to the rules.
  const firsts = new Set(shuffle(templates, random).slice(0, templates.length / 2));
  return Array.from({ length: spamCount }, (_, index) => {
    const template = templates[index % templates.length] as Template;
    return { ...sampleOf(template, random), half: firsts.has(template) ? 'first' : 'second' };
  });
}

export function readEnquiries(): Sample[] {
  const samples = lines('enquiries.txt').map((line) => {
    const [seconds = '', name = '', email = '', ...message] = line.split('|');
    return { seconds: Number(seconds), name, email, message: message.join('|').replaceAll('\\n', '\n') };
  });
  const firsts = new Set(shuffle(samples, seededRandom(seed)).slice(0, samples.length / 2));
  return samples.map((sample) => ({
    ...sample,
    kind: 'enquiry',
    half: firsts.has(sample) ? 'first' : 'second',
    fillsTrap: false,
  }));
}

type Template = { kind: string; text: string };

function readTemplates(): Template[] {
  let kind = '';
  return lines('spam-templates.txt').flatMap((line) => {
    if (!line.startsWith('== ')) return [{ kind, text: line.replaceAll('\\n', '\n') }];
    kind = line.slice(3);
    return [];
  });
}

function lines(name: string): string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../data', name), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function sampleOf({ kind, text }: Template, random: () => number): Omit<Sample, 'half'> {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const domain = (): string => `${one(stems)}${Math.floor(random() * 900)}.${one(endings)}`;
  const path = (): string => (random() < 0.5 ? '' : `/${letters(random, 3, 9)}`);
  const fillers: Record<string, () => string> = {
    url: () => `${one(['https://', 'http://', 'https://www.', ''])}${domain()}${path()}`,
    short: () => `${one(['https://', ''])}${one(shorteners)}/${letters(random, 5, 8)}`,
    domain,
    site: () => one(sites),
    n: () => String(Math.ceil(random() * 99)),
    gib: () => letters(random, 6, 14),
    person: () => one(people),
    email: () => `${letters(random, 5, 9)}@${one(providers)}`,
    city: () => one(cities),
  };
  const filled = text
    .replaceAll('{url_raw}', '[url]')
    .replace(/\{([^{}]*\[[^{}]*|[^{}]*)\}/g, (_, choices: string) => one(choices.split('|')))
    .replace(/\[(\w+)\]/g, (all, name: string) => fillers[name]?.() ?? all);
  // Some programs post the form without opening it, some fill in all that they find, and some are as slow as people.
  const way = random();
  return {
    kind,
    name: random() < 0.3 ? letters(random, 6, 12) : one(people),
    email:
      random() < 0.1 ? `${letters(random, 6, 9)}@${one(disposable)}` : `${letters(random, 6, 9)}@${one(providers)}`,
    message: filled,
    seconds: way < 0.25 ? null : way < 0.5 ? random() * 2 : 5 + random() * 60,
    fillsTrap: random() < 0.2,
  };
}

function letters(random: () => number, min: number, max: number): string {
  const length = min + Math.floor(random() * (max - min + 1));
  return Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyzABCDEXYZ'[Math.floor(random() * 34)]).join('');
}
