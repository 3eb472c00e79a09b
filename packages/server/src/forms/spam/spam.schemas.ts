// The schemas of spam in the API.

import Type, { type Static } from 'typebox';
import { bodyOf, Id, nullable, Time } from '../../http/schemas.ts';
import { altchaModes, altchaText, levels, levelText } from '../form/form-spam.ts';
import { signals } from './score.ts';

const listOfTexts = (maxLength: number, description: string, examples: string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems: 1000, description, examples: [examples] });

export const SpamSettings = Type.Object(
  {
    level: Type.Enum(levels, {
      description: `From which score on submissions are spam, unless their form says otherwise: ${levelText}`,
    }),
    altcha: Type.Enum(altchaModes, {
      description: `Whether browsers solve a proof of work (ALTCHA), unless the form says otherwise: ${altchaText}`,
    }),
    days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Days after which spam is deleted permanently, with its files',
    }),
    words: listOfTexts(
      200,
      'Words and phrases of up to five words; between slashes, a pattern in the notation of RE2. Case and accents are ignored',
      ['replica watches', '/c[a4]s[i1]no/'],
    ),
    domains: listOfTexts(253, 'Domains of links and of email addresses, with all below them', ['spam.example']),
    addresses: listOfTexts(50, 'IP addresses of senders, and ranges of them', ['203.0.113.7', '2001:db8::/32']),
  },
  { title: 'SpamSettings', description: 'How the site recognizes spam, and how long it is kept' },
);
export type SpamSettings = Static<typeof SpamSettings>;

export const SpamSettingsChange = bodyOf(Type.Partial(SpamSettings).properties, {
  title: 'SpamSettingsChange',
  description: 'The given members are replaced',
});

const Reason = Type.Object(
  {
    signal: Type.Enum(signals, { description: 'What was noticed. New ones may be added' }),
    points: Type.Integer({ description: 'What it adds to the score' }),
    detail: Type.String({ description: 'What was noticed, as a sentence for people' }),
  },
  { title: 'SpamReason', description: 'Why a submission counts as spam' },
);

/** Of a submission that is spam. */
export const Spam = Type.Object(
  {
    score: nullable(Type.Integer({ description: 'The sum of the points; null if a person moved it to the spam' })),
    limit: nullable(Type.Integer({ description: 'From which score on it was spam' })),
    reasons: Type.Array(Reason, { description: 'What adds up to the score' }),
    since: { ...Time, description: 'Since when it is spam' },
  },
  { title: 'Spam', description: 'Why it is spam' },
);

export const SpamSorting = bodyOf(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true, description: 'IDs of submissions' }),
    spam: Type.Boolean({ description: 'Whether they are spam' }),
  },
  { title: 'SpamSorting', description: 'Which submissions are spam, or are not' },
);

export const SortedSpam = Type.Object(
  {
    done: Type.Array(Id, { description: 'IDs of the submissions that are now as the request says' }),
    failed: Type.Array(
      Type.Object({
        id: Id,
        code: Type.String({ description: 'The code of the problem', examples: ['form_full'] }),
        detail: Type.String({ description: 'What happened', examples: ['This form has reached its submission limit'] }),
      }),
      { description: 'Those that stay as they are, and why' },
    ),
  },
  { title: 'SortedSpam', description: 'What became of the submissions' },
);

export const EmptiedSpam = Type.Object(
  { deleted: Type.Integer({ description: 'Number of submissions that were deleted', examples: [12] }) },
  { title: 'EmptiedSpam', description: 'What was deleted' },
);
