// What a form asked, and what was agreed to with a submission.

import Type, { type Static } from 'typebox';
import { FieldDeclarations } from '../../fields/field.ts';
import { IdOrSlug, nullable, Time } from '../../http/schemas.ts';
import { FormTranslations } from '../translations/form-translations.ts';

const version = (description: string) => Type.Integer({ minimum: 1, description, examples: [3] });

export const VersionParams = Type.Object({
  id: IdOrSlug,
  version: version('Version of the form, as a submission has it'),
});

export const FormVersion = Type.Object(
  {
    version: version('The last version of the form with these questions, so far'),
    fields: FieldDeclarations,
    language: nullable(Type.String({ description: 'The language of its texts; null for that of the site' })),
    translations: FormTranslations,
    replacedAt: nullable({ ...Time, description: 'When the form began to ask something else; null if it asks this' }),
  },
  { title: 'FormVersion', description: 'What a form asked in one of its versions' },
);
export type FormVersion = Static<typeof FormVersion>;

export const Consent = Type.Object(
  {
    field: Type.String({ description: 'Name of the field', examples: ['terms'] }),
    text: Type.String({
      description: 'What the visitor read, in their language: the label, and the help below it',
      examples: ['I accept the terms'],
    }),
    version: version('Version of the form that has this text'),
    at: { ...Time, description: 'When it was agreed to' },
  },
  { title: 'Consent', description: 'Something that was agreed to with a submission' },
);
