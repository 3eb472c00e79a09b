// Finds retired words in what people read.

import type { Text } from './read-texts.ts';
import { type Retired, retired } from './retired-words.ts';

const rulesFor: Record<Text['kind'], Retired[]> = {
  sentence: retired.filter((rule) => rule.in === 'sentences'),
  comment: retired.filter((rule) => rule.in !== 'names'),
  name: retired.filter((rule) => rule.in === 'names'),
};

/** `packages/server/src/crm/contacts.ts:12: "told": write notify, send, report` */
export function findRetired({ kind, text, placeOf }: Text): string[] {
  return rulesFor[kind].flatMap(({ pattern, write }) =>
    [...text.matchAll(everywhere(pattern))].map((match) => `${placeOf(match.index)}: "${match[0]}": write ${write}`),
  );
}

/** The pattern for all places in a text, whose sentences run over line ends. */
function everywhere({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(' ', '\\s+'), `${flags}g`);
}
