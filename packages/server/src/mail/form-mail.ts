// The mails of a form, in the member `mail` of its settings: who is notified of a submission, and the answer to who submitted it.

import Type, { type Static } from 'typebox';
import type { Fault } from '../errors.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isPriceField } from '../fields/field-kinds.ts';
import { bodyOf } from '../http/schemas.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { checkVariables } from './kinds/template.ts';

const Subject = Type.String({
  maxLength: 300,
  description: 'Its subject, which may have variables; a standard one if absent or empty',
  examples: ['{{form}}: {{answers.name}}'],
});

export const FormMail = bodyOf(
  {
    notice: Type.Optional(
      bodyOf(
        {
          to: Type.Array(Type.String({ format: 'email', maxLength: 254 }), {
            maxItems: 10,
            uniqueItems: true,
            description: 'Who is notified of each submission; an empty list for no one',
            examples: [['office@example.com']],
          }),
          subject: Type.Optional(Subject),
        },
        { description: 'The notice of a submission. Its `Reply-To` is who submitted the form' },
      ),
    ),
    reply: Type.Optional(
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
  },
  {
    title: 'FormMail',
    description:
      'Mails about submissions. Variables are `{{site}}`, `{{form}}`, `{{answers}}` and `{{answers.<name of a field>}}`',
  },
);
export type FormMail = Static<typeof FormMail>;

/** Those of a form's settings, which may have been stored before this member meant anything. */
export function readFormMail(settings: Record<string, unknown>): FormMail | null {
  const { mail } = settings;
  return typeof mail === 'object' && mail !== null && !Array.isArray(mail) ? (mail as FormMail) : null;
}

/** What is wrong with the mails of a form with these fields: addresses and variables. */
export function checkFormMail(settings: Record<string, unknown>, fields: readonly FieldDeclaration[]): Fault[] {
  const { notice, reply } = readFormMail(settings) ?? {};
  const names = ['site', 'form', 'answers', ...answered(fields).map(({ name }) => `answers.${name}`)];
  const faults = (notice?.to ?? []).flatMap((address, index): Fault[] =>
    isMailAddress(address)
      ? []
      : [{ pointer: `/settings/mail/notice/to/${index}`, code: 'invalid', detail: 'must be an email address' }],
  );
  const texts = {
    '/settings/mail/notice/subject': notice?.subject,
    '/settings/mail/reply/subject': reply?.subject,
    '/settings/mail/reply/text': reply?.text,
  };
  return [...faults, ...checkVariables(texts, names, ['answers'])];
}

/** The fields whose answers mails can show. */
export function answered(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.filter((field) => !isPriceField(field));
}
