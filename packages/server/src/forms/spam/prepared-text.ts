// The answers as one text that the signals look at: its words, its links, what is written beside them. Of long texts only
// the beginning and the end count, so that scoring takes no longer than a few milliseconds whatever is sent.

import { fold } from '../../lib/text.ts';

const maxStart = 8000;
const maxEnd = 2000;
const maxWords = 2500;
/** The most words that a phrase may have. */
export const maxPhraseWords = 5;

export type PreparedText = {
  /** As it was written, shortened. */
  written: string;
  folded: string;
  /** Folded, in order; without those of links. */
  words: readonly string[];
  links: readonly Link[];
  /** How much of the text is links, from 0 to 1. */
  linkShare: number;
  /** Characters before it was shortened. */
  length: number;
  /** Each run of one to five words, once. */
  phrases(): Iterable<string>;
};

export type Link = { host: string; text: string };

/** With a scheme, or like a domain with an ending that people use for links. */
const links =
  /(?:https?:\/\/|www\.)[^\s<>"'\]）)]{3,}|(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]{1,63}\.){1,3}(?:com|net|org|info|biz|ru|su|xyz|top|site|shop|store|online|click|club|live|pro|io|co|me|ly|gd|gg|gy|link|space|website|cn|in|tk|ml|cc|vip|bet|app|dev|to|us|uk|de|fr|at|eu)(?:\/[^\s<>"'\]）)]*|(?![\p{L}\p{N}@.-]))/giu;

export function prepareText(texts: readonly string[]): PreparedText {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const written = shorten(texts);
  const found = Array.from(written.matchAll(links), ([text]) => ({ host: hostOf(text), text }));
  const withoutLinks = found.length === 0 ? written : written.replace(links, ' ');
  const folded = fold(looksLatin(withoutLinks));
  const words = (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
  return {
    written,
    folded,
    words,
    links: found,
    linkShare:
      written.trim() === '' ? 0 : 1 - withoutLinks.replace(/\s+/g, '').length / written.replace(/\s+/g, '').length,
    length,
    *phrases() {
      const seen = new Set<string>();
      for (let at = 0; at < words.length; at++) {
        let phrase = '';
        for (const word of words.slice(at, at + maxPhraseWords)) {
          phrase = phrase === '' ? word : `${phrase} ${word}`;
          if (seen.has(phrase)) continue;
          seen.add(phrase);
          yield phrase;
        }
      }
    },
  };
}

/** The words of a phrase, as prepared texts have them. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function shorten(texts: readonly string[]): string {
  let start = '';
  let index = 0;
  for (; index < texts.length && start.length < maxStart; index++) start += `${texts[index]?.slice(0, maxStart)}\n`;
  const last = texts[index - 1] ?? '';
  const rest = [...texts.slice(index).map((text) => text.slice(-maxEnd))];
  const end = (last.length > maxStart ? last.slice(-maxEnd) : '') + rest.slice(-20).join('\n').slice(-maxEnd);
  return end === '' ? start : `${start.slice(0, maxStart)}\n${end.slice(-maxEnd)}`;
}

function hostOf(link: string): string {
  const url = URL.parse(/^https?:/i.test(link) ? link : `http://${link}`);
  return (url?.hostname ?? '').replace(/^www\./, '');
}

const lookalikes: Record<string, string> = Object.fromEntries(
  [
    'аa',
    'еe',
    'оo',
    'рp',
    'сc',
    'уy',
    'хx',
    'іi',
    'ѕs',
    'јj',
    'һh',
    'ԁd',
    'ԛq',
    'ԝw',
    'αa',
    'οo',
    'ρp',
    'νv',
    'ιi',
  ].map(([from = '', to = '']) => [from, to]),
);
/** Letters of another script inside a word of Latin ones, where no difference can be seen. */
const disguised = /\p{Script=Latin}[аеорсухіѕјһԁԛԝαορνι]|[аеорсухіѕјһԁԛԝαορνι]\p{Script=Latin}/iu;

/** Whether a word hides letters of another script among its own. */
export function isDisguised(word: string): boolean {
  return disguised.test(word);
}

function looksLatin(text: string): string {
  if (!disguised.test(text)) return text;
  return text.replace(/[\p{L}\p{M}]+/gu, (word) =>
    isDisguised(word) ? word.replace(/./gu, (letter) => lookalikes[letter.toLowerCase()] ?? letter) : word,
  );
}

// Words of random letters: what a program writes into a field that it does not understand.

/** Two consonants that follow each other somewhere in a language of Europe, or in names. Others are rare in any. */
const pairs =
  'bb bc bd bl bn br bs bt bv cc ch ck cl cm cn cq cr cs ct cz dc dd df dg dh dj dk dl dm dn dp dr ds dt dv dw dz ' +
  'fb fd ff fg fh fj fk fl fm fn fr fs ft gb gd gf gg gh gj gk gl gm gn gr gs gt gv gw gz hb hc hd hf hg hh hj hk hl hm hn hr hs ht hv hw hz ' +
  'jc jd jk jl jm jn jr js jt jz kb kc kd kf kg kh kj kk kl km kn kp kr ks kt kv kw kz lb lc ld lf lg lh lj lk ll lm ln lp lq lr ls lt lv lw lx lz ' +
  'mb mc md mf mg mh mj mk ml mm mn mp mr ms mt mv mw mz nb nc nd nf ng nh nj nk nl nm nn np nq nr ns nt nv nw nx nz ' +
  'pc pd pf pg ph pj pk pl pm pn pp pr ps pt pv pw rb rc rd rf rg rh rj rk rl rm rn rp rq rr rs rt rv rw rx rz ' +
  'sb sc sd sf sg sh sj sk sl sm sn sp sq sr ss st sv sw sz tb tc td tf tg th tj tk tl tm tn tp tr ts tt tv tw tz ' +
  'vb vc vd vg vh vj vk vl vm vn vp vr vs vt vv vz wb wc wd wf wg wh wj wk wl wm wn wp wr ws wt ww wz xc xf xh xl xp xt xx ' +
  'zb zc zd zg zh zk zl zm zn zp zr zs zt zv zw zz';
const usual = new Set(pairs.split(' '));

const minLength = 6;

const tokens = /[\p{L}\p{M}\p{N}]+(?:[-_/][\p{L}\p{M}\p{N}]+)*/gu;
/** Order numbers, UUIDs, IBANs and the like: with a digit, or groups of capitals. Letters of such a code say nothing. */
const code = /\p{N}|^\p{Lu}+(?:[-_/]\p{Lu}+)+$|^[a-f]+$/u;

/** The words of a text, letters only, without those of codes. */
export function wordsBesideCodes(text: string): string[] {
  return (text.match(tokens) ?? [])
    .filter((token) => !code.test(token))
    .flatMap((token) => token.match(/\p{L}+/gu) ?? []);
}

/** Whether a word of Latin letters, as it is written, looks as if it cannot be said aloud. */
export function isGibberish(word: string): boolean {
  if (word.length < minLength || !/^\p{Script=Latin}+$/u.test(word)) return false;
  // Names of products and of code begin parts with capitals: few of them.
  const changes = word.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0;
  const inner = word.match(/\p{Lu}(?=\p{Ll})/gu)?.length ?? 0;
  const isCapitalized = /^\p{Lu}?\p{Ll}*$/u.test(word) || /^\p{Lu}+$/u.test(word);
  const folded = word.toLowerCase();
  const runs = folded.match(/[bcdfghjklmnpqrstvwxz]+/g) ?? [];
  let strange = changes >= 3 || (!isCapitalized && changes + inner >= 3) ? 1 : 0;
  for (const run of runs) {
    if (run.length >= 5) strange += 1;
    for (let at = 1; at < run.length; at++) if (!usual.has(run.slice(at - 1, at + 1))) strange += 1;
  }
  if (/[aeiouy]{4}/.test(folded)) strange += 1;
  return strange >= 2 || (strange === 1 && (!isCapitalized || folded.length >= 14));
}
