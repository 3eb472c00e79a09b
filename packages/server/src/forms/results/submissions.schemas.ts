// The schemas of submissions in the API.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../../http/list-of-records.ts';
import { anyObject, Id, IdOrSlug, nullable, Time } from '../../http/schemas.ts';
import { boughtMembers } from '../../payments/payments.schemas.ts';
import { Spam } from '../spam/spam.schemas.ts';

const Consent = Type.Object(
  {
    field: Type.String({ description: 'Name of the field', examples: ['terms'] }),
    text: Type.String({
      description: 'What the visitor read, in their language: the label, and the help below it',
      examples: ['I accept the terms'],
    }),
    version: Type.Integer({ minimum: 1, description: 'Version of the form that has this text', examples: [3] }),
    at: { ...Time, description: 'When it was agreed to' },
  },
  { title: 'Consent', description: 'Something that was agreed to with a submission' },
);

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

/** What every list of submissions can be filtered by. */
export const submissionFilters = {
  own: {
    status: Type.Optional(
      Type.Unsafe<Static<typeof SubmissionStatus>>({
        enum: ['submitted', 'awaiting_payment', 'paid', 'spam'],
        type: 'string',
        description: '`submitted` if nothing has to be paid; `spam` is what all others leave out',
      }),
    ),
  },
  filters: ['contactId', 'createdAt'],
  sort: ['-createdAt'],
  table: 'submissions',
  search: 'Text in any answer; case and accents are ignored',
} as const;

export const submissionList = listOfRecords({ item: SubmissionSchema, ...submissionFilters });
export type SubmissionQuery = Static<typeof submissionList.query>;

export const SubmissionParams = Type.Object({ id: IdOrSlug, submissionId: Id });
