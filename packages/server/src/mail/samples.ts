// What previews and test mails show in place of variables.

import { factsOf, type Paper } from './compose.ts';
import { mailKinds, variables } from './mail-kinds.ts';
import type { Facts } from './template.ts';

const sampleAmount = 12_500;
const dayMs = 24 * 3_600_000;

/** A value for every variable of the kind. */
export function samplesFor({ kind, site, language, formats }: Paper, now: Date): Record<string, string | Facts> {
  const { words } = language.texts;
  const fixed = Object.fromEntries(mailKinds[kind].variables.map((name) => [name, variables[name].sample]));
  const amount = formats.money(sampleAmount, site.currency);
  const bought: Facts = [
    [`2 × ${variables.description.sample}`, amount, 'line'],
    [words.total, amount, 'total'],
  ];
  const date = formats.time(now.toISOString());
  return {
    ...fixed,
    ...{
      amount,
      date,
      paid: amount,
      due: formats.day(now.toISOString().slice(0, 10)),
      until: formats.time(new Date(now.getTime() + dayMs).toISOString()),
    },
    details: [
      ...(kind === 'receipt' ? bought : factsOf([[words.description, variables.description.sample]])),
      ...factsOf([
        [words.amount, kind === 'receipt' ? null : amount],
        [words.date, date],
        [words.number, variables.number.sample],
      ]),
    ],
    answers: factsOf([
      ['Name', variables.name.sample],
      ['Email', variables.email.sample],
    ]),
  };
}
