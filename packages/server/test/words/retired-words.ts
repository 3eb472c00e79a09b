// The words that LANGUAGE.md retires, and what to write instead.

/** Files that are about words, and quote them. */
export const aboutWords: readonly string[] = ['LANGUAGE.md', 'packages/server/test/words/*'];

export type Retired = {
  /** Where it is looked for: sentences (comments, strings, JSX, Markdown), comments alone, or names in the code. */
  in: 'sentences' | 'comments' | 'names';
  /** A space stands for any white space, as sentences run over line ends. */
  pattern: RegExp;
  write: string;
  /** Something that the pattern must find. */
  example: string;
};

const sentences = (pattern: RegExp, example: string, write: string): Retired => ({
  in: 'sentences',
  pattern,
  example,
  write,
});
const names = (pattern: RegExp, example: string, write: string): Retired => ({ in: 'names', pattern, example, write });

export const retired: readonly Retired[] = [
  // "Tell one from another" and "tell them apart" are English.
  sentences(
    /\b(?:tell|tells|telling|told)\b(?! (?:[^\s.;:]+ ){0,8}?(?:from|apart)\b)/i,
    'Services that are told of payments',
    'notify, send, report',
  ),
  { in: 'comments', pattern: /\bnews\b/i, example: 'late news never takes it back', write: 'update, event' },
  sentences(/\b(?:nobody|somebody|whoever)\b/i, 'Nobody owes it', 'the person or program that is meant'),
  sentences(/\bis taken\b(?! (?:from|away from)\b)/i, 'the length that is taken', 'is accepted, is in use'),
  sentences(/\b(?:not )?taken here\b/i, 'is not taken here', 'is not supported'),
  sentences(/\btaken away\b/i, 'It is taken away from all items', 'removed'),
  sentences(/\b(?:is|are) wanted\b/i, 'an origin is wanted', 'is required, must be'),
  sentences(/\bknown here\b/i, 'is not known here', 'is not a known field'),
  sentences(/\bat present\b/i, 'Files cannot be stored at present', 'now, currently'),
  sentences(/\bno longer takes?\b/i, 'This form no longer takes answers', 'is closed'),
  sentences(/\bdoes not take\b/i, 'This address does not take that method', 'does not accept'),
  sentences(/\bstands? around\b/i, 'What stands around the fields', 'text around'),
  sentences(/\bstand-?in\b/i, 'a stand-in for the refund', 'what it is'),
  sentences(/(?<!\.)\bodd\b(?! numbers?\b)/, 'an odd value', 'what it is'),
  // As an adverb; plain text, plain objects and the media type may stay.
  sentences(/(?<!\/)\bplain(?=[.,;:!?)]|$)/i, 'or plain, whatever the prefixes', 'what it is'),
  sentences(/(?<!\bfront )\bdesk\b(?!\.example)/i, 'the tabs of the desk', 'admin'),
  sentences(
    /\b(?:least|most) (?:characters|files|entries|bytes)\b(?<!\bat (?:least|most) \w+)/i,
    'Least characters',
    'minimum, maximum',
  ),
  sentences(/\bcounts as a mistake\b|\bgiven back by this\b/i, 'It counts as a mistake', 'voiding cancels it'),
  sentences(/\bafter so many\b/i, 'Closes by itself after so many', 'after this many'),
  sentences(/\bit may take\b/i, 'all the submissions it may take', 'limit'),
  sentences(/^(?:All that is left|A part of it)$/i, 'All that is left', 'full remaining amount, partial amount'),
  sentences(/\bbegin any more\b|\bnothing any more\b/i, 'No real payment can begin any more', 'will be in test mode'),
  sentences(/\bwas very quick\b/i, 'That was very quick', 'no message'),
  sentences(/\bwhat is asked for\b/i, 'The body does not fit what is asked for', 'is invalid'),
  sentences(/\bnothing at this address\b/i, 'There is nothing at this address', 'not found'),
  sentences(/\bgoes without\b/i, 'goes without a cursor', 'cannot be combined with'),
  sentences(/\bis no (?:currency|moment|URL|number|date)\b/i, 'is no currency of ISO 4217', 'is not a'),
  sentences(/\bforms that are taken\b/i, 'has none of the forms that are taken', 'accepted types'),
  sentences(/\bnewest form\b/i, 'bring the database to the newest form', 'apply pending migrations'),
  sentences(/\bNot a time:/i, 'Not a time: yesterday', 'is not a date'),
  sentences(/\bbe heard of\b/i, 'no payment would ever be heard of', 'could not be confirmed'),
  sentences(/\bof all forms\b/i, 'of all forms', 'across all forms'),
  sentences(/^Name of one$/, 'Name of one', 'Singular name'),

  names(/^(?:tell|told|isTold)(?![a-z])/, 'tellSuccess', 'publish…, notify…'),
  names(/News(?![a-z])|^news[A-Z]/, 'IntentNews', 'IntentUpdate'),
  names(/^(?:least|most)(?![a-z])/, 'leastBytes', 'min, max'),
  names(
    /^(?:judge|deserves|hurry|rememberWho|refuseHostile|putAside|keepRows)(?![a-z])/,
    'judgeUrl',
    'a verb and a noun in standard words',
  ),
  names(/^stand-?[iI]n(?![a-z])|StandIn(?![a-z])/, 'standInRefund', 'what it is'),
  names(/(?<![Ff]ront)(?:desk|Desk)(?![a-z])/, 'openDesk', 'admin'),
];
