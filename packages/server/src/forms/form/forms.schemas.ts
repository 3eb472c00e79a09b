// The schemas of forms in the API.

import Type, { type Static } from 'typebox';
import { FieldDeclarations } from '../../fields/field.ts';
import { listOfRecords } from '../../http/list-of-records.ts';
import { mergePatchOf } from '../../http/merge-patch.ts';
import { anyObject, bodyOf, Id, IdOrSlug, nullable, Time, Url } from '../../http/schemas.ts';
import { languageCodes } from '../../languages/language.ts';
import { FormTranslations } from './form-translations.ts';
import { FormSettingsChange, NewFormSettings } from './parts.ts';

const Settings = anyObject({
  description:
    'The hosted page shows the texts `description`, `button`, `thanks` and `closed`; payers who cancel go to `cancelUrl`; `opensAt` and `closesAt` say when the form accepts submissions while it is open; `mail` are the mails about submissions, `spam` says how spam is recognized, `looks` how the page looks, `retention` how long submissions are kept, `saveForLater` whether visitors can go on later, and `contactFields` and `draftItem` what a submission fills besides',
});
const members = {
  slug: Type.String({ minLength: 1, maxLength: 200, description: 'Generated from the name if absent' }),
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'What people see' }),
  public: Type.Boolean({ description: 'Whether the form can be submitted without a token' }),
  open: Type.Boolean({ description: 'Whether the form accepts submissions' }),
  strict: Type.Boolean({ description: 'Whether unknown keys are rejected; otherwise they are stored in `extra`' }),
  maxSubmissions: nullable(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Further submissions are rejected' }),
  ),
  successUrl: nullable(
    Type.String({
      ...Url,
      description:
        'Where visitors go after submitting or paying; a page of the service by default. `{submissionId}` in it is the ID of the submission',
    }),
  ),
  fields: FieldDeclarations,
  settings: NewFormSettings,
  origins: Type.Array(Type.String({ maxLength: 300, examples: ['https://example.com'] }), {
    maxItems: 50,
    description:
      'The sites whose pages may embed and submit the form, by origin. None: all sites. Payers come back only to pages of these sites',
  }),
  language: nullable(
    Type.Enum([...languageCodes], {
      description: 'The language of its texts; null for that of the site',
      examples: ['en'],
    }),
  ),
  translations: FormTranslations,
};

export const NewForm = bodyOf(
  {
    name: members.name,
    slug: Type.Optional(members.slug),
    public: Type.Optional(Type.Boolean({ ...members.public, default: true })),
    open: Type.Optional(Type.Boolean({ ...members.open, default: true })),
    strict: Type.Optional(Type.Boolean({ ...members.strict, default: false })),
    maxSubmissions: Type.Optional(members.maxSubmissions),
    successUrl: Type.Optional(members.successUrl),
    fields: members.fields,
    settings: Type.Optional(members.settings),
    origins: Type.Optional(members.origins),
    language: Type.Optional(members.language),
    translations: Type.Optional(members.translations),
  },
  {
    title: 'NewForm',
    description: 'A form to create',
    examples: [
      {
        name: 'Workshop',
        fields: [
          { name: 'name', type: 'text', label: 'Your name', required: true },
          { name: 'email', type: 'email', label: 'Email', required: true },
          {
            name: 'meal',
            type: 'radio',
            label: 'Lunch',
            options: [
              { value: 'yes', label: 'With lunch' },
              { value: 'no', label: 'Without' },
            ],
            required: true,
          },
          { name: 'allergies', type: 'textarea', label: 'Allergies', visibleWhen: { field: 'meal', equals: 'yes' } },
          { name: 'photo', type: 'file', label: 'Photo', accept: ['image/*'], maxSize: 5_000_000, step: 2 },
          { name: 'terms', type: 'consent', label: 'I accept the terms', required: true, step: 2 },
          { name: 'seat', type: 'payment', label: 'Seat', amount: 4200, currency: 'eur', step: 2 },
        ],
      },
    ],
  },
);
export type NewForm = Static<typeof NewForm>;

export const FormChange = Type.Partial(
  bodyOf({
    ...members,
    settings: nullable(FormSettingsChange),
    translations: nullable(mergePatchOf(FormTranslations)),
  }),
  {
    title: 'FormChange',
    description: 'What is absent stays. `settings` and `translations` merge by key at every depth, and null removes',
    additionalProperties: false,
  },
);
export type FormChange = Static<typeof FormChange>;

export const FormSchema = Type.Object(
  {
    id: Id,
    slug: Type.String({ description: 'Names the form in URLs' }),
    name: Type.String({ description: 'What people see' }),
    public: members.public,
    open: members.open,
    fields: FieldDeclarations,
    strict: Type.Optional(members.strict),
    maxSubmissions: Type.Optional(
      nullable(Type.Integer({ description: 'Further submissions are rejected; null for no limit' })),
    ),
    successUrl: Type.Optional(
      nullable(
        Type.String({ description: 'Where visitors go after submitting or paying; null for a page of the service' }),
      ),
    ),
    settings: Type.Optional(Settings),
    origins: Type.Optional(members.origins),
    language: Type.Optional(members.language),
    translations: Type.Optional(members.translations),
    submissionCount: Type.Optional(Type.Integer({ description: 'Number of submissions' })),
    version: Type.Optional(Type.Integer({ description: 'Increases by 1 with every change' })),
    createdAt: Type.Optional(Time),
    updatedAt: Type.Optional(Time),
  },
  { title: 'Form', description: 'A form. Visitors see it up to `successUrl`; the rest needs `forms:read`' },
);

const code = (description: string, example: string) => Type.String({ description, examples: [example] });
export const FormCode = Type.Object(
  {
    script: code(
      'The script and the element that embed the form',
      '<script type="module" src="https://forms.example.com/embed.js"></script>\n<frontdesk-form slug="contact"></frontdesk-form>\n',
    ),
    iframe: code(
      'A frame with the page of the form',
      '<iframe src="https://forms.example.com/f/contact?embed" title="Contact"></iframe>\n',
    ),
    html: code(
      'A form to style, with all fields',
      '<form method="post" action="https://forms.example.com/api/v1/forms/contact/submit">…</form>\n',
    ),
    react: code(
      'A component of React, which uses the client',
      "import { createClient, FrontdeskError } from '@frontdesk/client';\n…\n",
    ),
  },
  { title: 'FormCode', description: 'What to put on a page of another site, by way' },
);
export type FormCode = Static<typeof FormCode>;

export const formList = listOfRecords({
  item: FormSchema,
  filters: ['slug', 'name', 'public', 'open', 'language', 'createdAt', 'updatedAt'],
  sort: ['-createdAt', 'updatedAt', 'name', 'slug'],
});
export type FormQuery = Static<typeof formList.query>;

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
