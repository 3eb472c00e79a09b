// The mails of a form, in the member `mail` of its settings: who is notified of a submission, and the answer to who submitted it.

import Type, { type Static } from 'typebox';
import type { FieldDeclaration } from '../fields/field.ts';
import { isAnswered } from '../fields/field-kinds.ts';
import { bodyOf, nullable } from '../http/schemas.ts';
import type { Fault } from '../lib/errors.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { nearestHint } from '../lib/names.ts';
import { checkVariables } from './template.ts';

const Subject = Type.String({
  maxLength: 300,
  description: 'Its subject, which may have variables; a standard one if absent or empty',
  examples: ['{{form}}: {{answers.name}}'],
});

const NoticeRule = bodyOf(
  {
    field: Type.String({ maxLength: 100, description: 'The name of a field', examples: ['department'] }),
    is: Type.Union([Type.String({ maxLength: 500 }), Type.Boolean()], {
      description: 'Its answer, or one of its answers',
      examples: ['sales'],
    }),
    to: Type.Array(Type.String({ format: 'idn-email', maxLength: 254 }), {
      ...{ minItems: 1, maxItems: 10, uniqueItems: true },
      description: 'Who is notified of each submission with this answer',
      examples: [['sales@example.com']],
    }),
  },
  { title: 'NoticeRule', description: 'Who is notified if an answer is this one' },
);

export const FormMail = bodyOf(
  {
    notice: Type.Optional(
      nullable(
        bodyOf(
          {
            to: Type.Array(Type.String({ format: 'idn-email', maxLength: 254 }), {
              maxItems: 10,
              uniqueItems: true,
              description: 'Who is notified of each submission; an empty list for no one',
              examples: [['office@example.com']],
            }),
            rules: Type.Optional(
              Type.Array(NoticeRule, { maxItems: 30, description: 'Who is notified as well, depending on answers' }),
            ),
            subject: Type.Optional(Subject),
            daily: Type.Optional(
              Type.String({
                pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
                description:
                  'When one mail a day reports all submissions, in the time zone of the site, in place of a notice of each',
                examples: ['08:00'],
              }),
            ),
          },
          { description: 'The notice of a submission. Its `Reply-To` is who submitted the form' },
        ),
      ),
    ),
    reply: Type.Optional(
      nullable(
        bodyOf(
          {
            on: Type.Boolean({ description: 'Whether it is sent' }),
            subject: Type.Optional(Subject),
            text: Type.String({
              maxLength: 10_000,
              description: 'Paragraphs, separated by empty lines, which may have variables; a standard text if empty',
              examples: ['Dear {{answers.name}},\n\nthank you for your message.'],
            }),
          },
          { description: 'The answer to who submitted the form, if it has a field for an email address' },
        ),
      ),
    ),
  },
  {
    title: 'FormMail',
    description:
      'Mails about submissions. Variables are `{{site}}`, `{{form}}`, `{{answers}}` and `{{answers.<name of a field>}}`',
  },
);
export type FormMail = Static<typeof FormMail>;

/** What is wrong with the mails of a form with these fields: addresses and variables. */
export function checkFormMail({ notice, reply }: FormMail, fields: readonly FieldDeclaration[]): Fault[] {
  const names = ['site', 'form', 'answers', ...answered(fields).map(({ name }) => `answers.${name}`)];
  const faults = (notice?.to ?? []).flatMap((address, index): Fault[] =>
    isMailAddress(address)
      ? []
      : [{ pointer: `/settings/mail/notice/to/${index}`, code: 'invalid', detail: 'must be an email address' }],
  );
  faults.push(...checkRules(notice?.rules ?? [], fields));
  const texts = {
    '/settings/mail/notice/subject': notice?.subject,
    '/settings/mail/reply/subject': reply?.subject,
    '/settings/mail/reply/text': reply?.text,
  };
  return [...faults, ...checkVariables(texts, names, ['answers'])];
}

function checkRules(
  rules: NonNullable<NonNullable<FormMail['notice']>['rules']>,
  fields: readonly FieldDeclaration[],
): Fault[] {
  return rules.flatMap(({ field: name, is, to }, index): Fault[] => {
    const pointer = `/settings/mail/notice/rules/${index}`;
    const faults = to.flatMap((address, at): Fault[] =>
      isMailAddress(address)
        ? []
        : [{ pointer: `${pointer}/to/${at}`, code: 'invalid', detail: 'must be an email address' }],
    );
    const field = answered(fields).find((one) => one.name === name);
    if (!field) {
      const names = answered(fields).map((one) => one.name);
      const detail = `is not a field of the form${nearestHint(name, names)}`;
      return [...faults, { pointer: `${pointer}/field`, code: 'unknown_field', detail }];
    }
    const options = field.options?.map((option) => (typeof option === 'object' ? option.value : option));
    if (options === undefined || options.includes(is as never)) return faults;
    const detail = `is not an option of the field${nearestHint(String(is), options.map(String))}`;
    return [...faults, { pointer: `${pointer}/is`, code: 'unknown_option', detail }];
  });
}

/** Who is notified of a submission with these answers, each once. */
export function noticeRecipients({ notice }: FormMail, answers: Readonly<Record<string, unknown>>): string[] {
  const chosen = (notice?.rules ?? []).filter(({ field, is }) =>
    [answers[field]].flat().some((answer) => answer === is || String(answer) === is),
  );
  return [...new Set([...(notice?.to ?? []), ...chosen.flatMap(({ to }) => to)])];
}

/** The fields whose answers mails can show. */
export function answered(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.filter((field) => isAnswered(field));
}
