// How a form recognizes spam: the member `spam` of its settings.

import Type, { type Static } from 'typebox';
import type { ReadContext } from '../../context/context.ts';
import { bodyOf } from '../../http/schemas.ts';
import type { Fault } from '../../lib/errors.ts';

/** The setting of the site. */
export const spamSetting = 'spam';
/** The member of the answers with the solution of ALTCHA. */
export const solutionName = '_altcha';

/** From which score on a submission is spam, by the level of the form. */
export const limits = { lenient: 80, normal: 50, strict: 30 } as const;
export const levels = ['off', 'lenient', 'normal', 'strict'] as const;
export type Level = (typeof levels)[number];

/** What a proof of work that is missing or wrong does (altcha/altcha.ts). */
export const altchaModes = ['off', 'score', 'required'] as const;
export type AltchaMode = (typeof altchaModes)[number];

export const levelText = `\`lenient\` from ${limits.lenient} points on, \`normal\` from ${limits.normal}, \`strict\` from ${limits.strict}; with \`off\` nothing is scored`;
export const altchaText =
  '`score` adds points to submissions of visitors without a solution, and `required` rejects them; with `off` nothing is asked for';

export const FormSpam = bodyOf(
  {
    level: Type.Optional(Type.Enum(levels, { description: `From which score on submissions are spam: ${levelText}` })),
    altcha: Type.Optional(
      Type.Enum(altchaModes, { description: `Whether browsers solve a proof of work (ALTCHA): ${altchaText}` }),
    ),
  },
  { title: 'FormSpam', description: 'How the form recognizes spam; what is absent is as the site has it' },
);
export type FormSpam = Static<typeof FormSpam>;

/** What is wrong with the settings of a form with these fields. */
export function findSpamFaults(ctx: ReadContext, spam: FormSpam, fields: readonly { name: string }[]): Fault[] {
  const faults = findAltchaFaults(ctx, spam, '/settings/spam');
  if ((spam.altcha ?? 'off') !== 'off' && fields.some(({ name }) => name === solutionName)) {
    const detail = `cannot be used with a field named “${solutionName}”, because the solution is sent under this name`;
    faults.push({ pointer: '/settings/spam/altcha', code: 'not_allowed', detail });
  }
  return faults;
}

/** Set-ups that could only ever fail. */
export function findAltchaFaults(ctx: ReadContext, { level, altcha = 'off' }: FormSpam, pointer: string): Fault[] {
  const fault = (detail: string): Fault => ({ pointer: `${pointer}/altcha`, code: 'not_allowed', detail });
  if (altcha === 'score' && level === 'off') {
    return [fault('cannot be “score” if nothing is scored: choose another level, or “required”')];
  }
  const url = altcha === 'required' ? URL.parse(ctx.publicUrl() ?? '') : null;
  if (url?.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(url.hostname)) {
    return [fault(`cannot be “required” at ${url.origin}: browsers solve it only on pages with HTTPS`)];
  }
  return [];
}
