// The schemas of forms and submissions in the API.

import Type, { type Static } from 'typebox';
import { FieldDeclarations } from '../fields/field.ts';
import { anyObject, bodyOf, countedQuery, Id, IdOrSlug, nullable, queryOf, Time, Url } from '../http/schemas.ts';
import { languageCodes } from '../languages/language.ts';
import { FormMail } from '../mail/form-mail.ts';
import { PaymentDiscount, PaymentLine } from '../payments/payment-lines.ts';
import { boughtMembers } from '../payments/payments.schemas.ts';
import { FormLooks } from '../settings/looks.ts';
import { SaveForLater } from './later/later-settings.ts';
import { ContactFields, DraftItem } from './results/result-settings.ts';
import { FormRetention } from './retention/retention.schemas.ts';
import { FormSpam, Spam } from './spam/spam.schemas.ts';
import { FormTranslations } from './translations/form-translations.ts';
import { Consent } from './versions/versions.schemas.ts';

const opensAt = nullable(
  Type.String({ format: 'date-time', description: 'When the form begins to accept submissions' }),
);
const closesAt = nullable(
  Type.String({ format: 'date-time', description: 'From when on the form rejects submissions' }),
);
const shownText = (description: string, example: string) =>
  nullable(Type.String({ maxLength: 10_000, description, examples: [example] }));
const settings = {
  description: shownText('What the hosted page says above the fields', 'Two days in June'),
  button: shownText('What its button says', 'Sign up'),
  thanks: shownText('What it says after a submission', 'See you there!'),
  closed: shownText('What it says while the form accepts no submissions', 'All seats are taken'),
  cancelUrl: nullable(
    Type.String({ ...Url, description: 'Where payers go who cancel; a page of the service by default' }),
  ),
  ...{ opensAt, closesAt, mail: nullable(FormMail), spam: nullable(FormSpam), looks: nullable(FormLooks) },
  ...{ retention: nullable(FormRetention), contactFields: nullable(ContactFields), draftItem: nullable(DraftItem) },
  saveForLater: nullable(SaveForLater),
};
const Settings = anyObject({
  description:
    'The hosted page shows the texts `description`, `button`, `thanks` and `closed`; payers who cancel go to `cancelUrl`; `opensAt` and `closesAt` say when the form accepts submissions while it is open; `mail` are the mails about submissions, `spam` says how spam is recognized, `looks` how the page looks, `retention` how long submissions are kept, `saveForLater` whether visitors can go on later, and `contactFields` and `draftItem` what a submission fills besides',
});
const NewSettings = Type.Partial(bodyOf(settings), {
  additionalProperties: false,
  description:
    'A change merges them by name, and `mail` by `notice` and `reply`: what is absent stays, and null removes. Each is replaced as a whole',
});
export type NewFormSettings = Static<typeof NewSettings>;

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
      description: 'Where visitors go after submitting or paying; a page of the service by default',
    }),
  ),
  fields: FieldDeclarations,
  settings: NewSettings,
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

export const FormChange = Type.Partial(bodyOf(members), {
  title: 'FormChange',
  description: 'The given members are replaced; `settings` are merged',
  additionalProperties: false,
});
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

export const FormListQuery = queryOf({
  ...countedQuery,
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc', description: 'By creation time' })),
});

const SubmissionStatus = Type.Enum(['submitted', 'awaiting_payment', 'paid', 'spam'], {
  title: 'SubmissionStatus',
  description:
    '`submitted` if nothing has to be paid. `spam` is kept apart: lists, counts and exports have it only if they are asked for it',
});

export const SubmissionSchema = Type.Object(
  {
    id: Id,
    formId: { ...Id, description: 'ID of the form' },
    status: SubmissionStatus,
    data: anyObject({ description: 'Answers by field name' }),
    extra: anyObject({ description: 'Answers to what the form does not ask' }),
    files: Type.Array(
      Type.Object({
        id: Id,
        field: Type.String({ description: 'Name of the field that it answers' }),
        name: Type.String({ description: 'As it was uploaded' }),
        type: Type.String({ description: 'Media type, found in its bytes' }),
        size: Type.Integer({ description: 'Bytes' }),
        quarantine: Type.Optional(
          Type.Object(
            {
              reason: Type.Enum(['waiting', 'infected', 'unscannable'], {
                description: 'Whether it waits for its scan, something was found in it, or it cannot be scanned',
              }),
              note: nullable(
                Type.String({ description: 'What was found, or why it cannot be scanned; null while it waits' }),
              ),
            },
            { description: 'Why it cannot be downloaded; absent if it can' },
          ),
        ),
      }),
      { description: 'The uploaded files' },
    ),
    contactId: nullable(Type.String({ description: 'The contact who submitted it' })),
    language: Type.Optional(
      Type.String({ description: 'In which it was submitted; absent if it is that of the site', examples: ['en'] }),
    ),
    payment: nullable(
      Type.Object(
        {
          id: Id,
          status: Type.String({ description: 'A `PaymentStatus`' }),
          amount: Type.Integer({ description: 'In the smallest unit of the currency' }),
          currency: Type.String({ description: 'ISO 4217, lowercase' }),
          paymentIntentId: nullable(Type.String({ description: "The processor's ID of the payment intent" })),
          amountRefunded: Type.Integer({ description: 'In the smallest unit of the currency' }),
          ...boughtMembers,
        },
        { description: 'What was or must be paid; null if nothing' },
      ),
    ),
    formVersion: Type.Optional(
      Type.Integer({
        description:
          'The version of the form that it answers: `GET /forms/{id}/versions/{version}` has its questions. Absent if it is older than these',
        examples: [3],
      }),
    ),
    consents: Type.Optional(
      Type.Array(Consent, { description: 'What was agreed to, as it was shown; absent for nothing' }),
    ),
    removed: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'Name of the field', examples: ['photo'] }),
          at: { ...Time, description: 'When its answer and files were removed' },
        }),
        { description: 'The answers that were removed because their time was over; absent if none was' },
      ),
    ),
    createdAt: Time,
    spam: Type.Optional(Spam),
  },
  { title: 'Submission', description: 'The answers to a form' },
);
export type SubmissionItem = Static<typeof SubmissionSchema>;

const TimeOrDay = Type.Unsafe<string>({
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
});

export const submissionFilters = {
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc', description: 'By submission time' })),
  status: Type.Optional(SubmissionStatus),
  from: Type.Optional(Type.Unsafe<string>({ ...TimeOrDay, description: 'A time, or a day in UTC; inclusive' })),
  to: Type.Optional(Type.Unsafe<string>({ ...TimeOrDay, description: 'A time, or a day in UTC; inclusive' })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Text in any answer; case and accents are ignored' }),
  ),
};

export const SubmissionListQuery = queryOf({ ...countedQuery, ...submissionFilters });
export type SubmissionListQuery = Static<typeof SubmissionListQuery>;

export const SubmissionExportQuery = queryOf(submissionFilters);
export type SubmissionFilters = Static<typeof SubmissionExportQuery>;

export const SubmissionParams = Type.Object({ id: IdOrSlug, submissionId: Id });

export const SubmitResult = Type.Object(
  {
    submissionId: Id,
    status: Type.Literal('ok', { description: 'It was stored' }),
    paymentUrl: Type.Optional(
      Type.String({
        description:
          'Present if the form has a payment field that is visible with these answers: redirect the user to it',
      }),
    ),
    payment: Type.Optional(
      Type.Object(
        {
          id: { ...Id, description: 'ID of the payment' },
          amount: Type.Integer({ description: 'The total in the smallest unit of the currency' }),
          currency: Type.String({ description: 'ISO 4217, lowercase' }),
          lines: Type.Array(PaymentLine, { description: 'What is bought' }),
          discount: nullable(PaymentDiscount),
        },
        { description: 'What is bought; absent if the form has a fixed price, or none' },
      ),
    ),
  },
  { title: 'SubmitResult', description: 'A stored submission' },
);
export type SubmitResult = Static<typeof SubmitResult>;
