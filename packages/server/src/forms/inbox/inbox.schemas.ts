// The schemas of the inbox: submissions across all forms, with what people do with them.

import Type, { type Static } from 'typebox';
import { bodyOf, countedQuery, Id, nullable, Time, Total } from '../../http/schemas.ts';
import { SubmissionSchema, submissionFilters } from '../results/submissions.schemas.ts';
import { answerParameter } from './answer-conditions.ts';

const Progress = Type.Enum(['new', 'in_progress', 'done'], {
  title: 'SubmissionProgress',
  description: 'How far it has been dealt with. Setting `done` marks it as read, too',
});

const unread = Type.Boolean({ description: 'Whether no one has read it yet. It is the same for all users' });
const starred = Type.Boolean({ description: 'Whether it has a star. It is the same for all users' });

export const InboxSubmission = Type.Object(
  {
    ...SubmissionSchema.properties,
    form: Type.Object(
      {
        id: { ...Id, description: 'ID of the form' },
        slug: Type.String({ description: 'Names the form in URLs' }),
        name: Type.String({ description: 'What people see' }),
      },
      { description: 'The form that was submitted' },
    ),
    unread,
    starred,
    progress: Progress,
    assignee: nullable(
      Type.Object(
        { id: Id, name: nullable(Type.String({ description: 'Name of the user' })) },
        { description: 'The user in charge; null if there is none' },
      ),
    ),
    noteCount: Type.Integer({ description: 'Number of notes' }),
  },
  { title: 'InboxSubmission', description: 'A submission in the inbox' },
);
export type InboxSubmission = Static<typeof InboxSubmission>;

export const InboxList = Type.Object({
  items: Type.Array(InboxSubmission, { description: 'The records of this page' }),
  total: Total,
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last' })),
});

const inboxFilters = {
  ...submissionFilters,
  status: Type.Optional(
    Type.Enum(['submitted', 'awaiting_payment', 'paid', 'spam'], {
      description:
        '`submitted` if nothing has to be paid; `spam` is what all others leave out, and cannot be combined with `unread`, `starred`, `progress` or `assignee`',
    }),
  ),
  form: Type.Optional(Type.String({ maxLength: 200, description: 'ID or slug of a form; all forms by default' })),
  unread: Type.Optional(Type.Boolean({ description: '`true`: only unread ones. `false`: only read ones' })),
  starred: Type.Optional(Type.Boolean({ description: '`true`: only those with a star. `false`: only those without' })),
  progress: Type.Optional(
    Type.Enum(['open', 'new', 'in_progress', 'done'], { description: '`open`: `new` and `in_progress`' }),
  ),
  assignee: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'ID of the user in charge, `me` for the signed-in user, or `none` for those that no one is in charge of',
    }),
  ),
};

const answers = { additionalProperties: false, patternProperties: { [answerParameter]: Type.String() } };

export const InboxQuery = Type.Object(
  {
    ...countedQuery,
    ...inboxFilters,
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description: '`nextCursor` of the previous response; empty for the first page. Not with `offset`',
      }),
    ),
  },
  answers,
);
export type InboxQuery = Static<typeof InboxQuery>;

export const InboxFilters = Type.Object(inboxFilters, answers);
export type InboxFilters = Static<typeof InboxFilters>;

export const SubmissionChange = bodyOf(
  {
    unread: Type.Optional(unread),
    starred: Type.Optional(starred),
    progress: Type.Optional(Progress),
    assigneeId: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'ID of the user in charge' }))),
  },
  { title: 'SubmissionChange', description: 'The given members are replaced', minProperties: 1 },
);
export type SubmissionChange = Static<typeof SubmissionChange>;

const idsOf = (maxItems: number, description: string) =>
  Type.Array(Id, { minItems: 1, maxItems, uniqueItems: true, description });

export const SubmissionsChange = bodyOf(
  {
    ids: idsOf(1000, 'The submissions to change, of any forms'),
    change: SubmissionChange,
  },
  { title: 'SubmissionsChange', description: 'A change of several submissions' },
);

export const ChangedCount = Type.Object({
  updated: Type.Integer({ description: 'Number of submissions that were changed' }),
});

export const SubmissionsDeletion = bodyOf(
  { ids: idsOf(1000, 'The submissions to delete, of any forms; spam as well') },
  { title: 'SubmissionsDeletion', description: 'Which submissions to delete' },
);

export const DeletedCount = Type.Object({
  deleted: Type.Integer({ description: 'Number of submissions that were deleted', examples: [12] }),
});

export const UnreadCount = Type.Object(
  { unread: Type.Integer({ description: 'Number of unread submissions' }) },
  { title: 'UnreadCount', description: 'How many submissions are unread' },
);

export const Assignee = Type.Object(
  { id: Id, name: nullable(Type.String({ description: 'Name of the user' })) },
  { title: 'Assignee', description: 'A user who can be in charge of submissions' },
);

const By = nullable(
  Type.Object(
    { id: Id, name: nullable(Type.String({ description: 'Name of the user or API key' })) },
    { description: 'Who wrote it; null if it came from an archive' },
  ),
);

const noteText = Type.String({
  minLength: 1,
  maxLength: 10_000,
  pattern: '\\S',
  description: 'For those who work on it',
});
export const NewNote = bodyOf({ text: noteText }, { title: 'NewSubmissionNote', description: 'A note to add' });

export const NoteSchema = Type.Object(
  { id: Id, text: noteText, by: By, createdAt: Time },
  { title: 'SubmissionNote', description: 'A note about a submission, which its sender does not see' },
);

const replySubject = Type.String({
  minLength: 1,
  maxLength: 250,
  pattern: '\\S',
  description: 'The subject of the mail',
});
const replyText = Type.String({
  minLength: 1,
  maxLength: 20_000,
  pattern: '\\S',
  description: 'What is written: paragraphs, separated by empty lines',
});

export const ReplyDraft = Type.Object(
  {
    recipients: Type.Array(
      Type.Object({
        address: Type.String({ description: 'An email address' }),
        source: Type.Enum(['answer', 'contact'], {
          description: 'Where it is from: an answer, or the contact of the submission',
        }),
        label: nullable(Type.String({ description: 'Label of the field; null for the contact' })),
        refusal: nullable(
          Type.String({ description: 'Why the address accepts no mail, as its server said; null if nothing is known' }),
        ),
      }),
      { description: 'Who a reply can go to, without whom none can be sent; the first by default' },
    ),
    subject: Type.String({ description: 'A subject to begin with' }),
    replyTo: nullable(
      Type.String({
        description:
          'Where answers to the reply go: the first address that the form notifies, or that of the signed-in user; null for the sender of all mails',
      }),
    ),
    hasMailServer: Type.Boolean({
      description: 'Whether a mail server is set. Without one, replies wait in the outbox',
    }),
  },
  { title: 'SubmissionReplyDraft', description: 'What is known of a reply before it is written' },
);
export type ReplyDraft = Static<typeof ReplyDraft>;

export const NewReply = bodyOf(
  {
    to: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'One of the `recipients` of the draft; the first by default',
      }),
    ),
    subject: replySubject,
    text: replyText,
  },
  { title: 'NewSubmissionReply', description: 'A reply to send' },
);
export type NewReply = Static<typeof NewReply>;

const ReplyStatus = Type.Enum(['queued', 'waiting', 'sent', 'failed', 'refused', 'unknown'], {
  title: 'SubmissionReplyStatus',
  description:
    'A `MailStatus`, or `refused` if it failed and the address accepts no mail, or `unknown` if it came from an archive',
});

export const ReplySchema = Type.Object(
  {
    id: Id,
    recipient: Type.String({ description: 'Who gets it' }),
    subject: replySubject,
    text: replyText,
    status: ReplyStatus,
    error: nullable(Type.String({ description: 'What went wrong in the last attempt' })),
    by: By,
    createdAt: Time,
  },
  { title: 'SubmissionReply', description: 'A reply by mail to who submitted a form' },
);

export const StoryEntry = Type.Object(
  {
    kind: Type.Enum(['note', 'mail', 'event', 'item'], {
      description: 'Which of the members `note`, `mail`, `event` and `item` it has',
    }),
    at: Time,
    note: Type.Optional(NoteSchema),
    mail: Type.Optional(
      Type.Object(
        {
          id: Id,
          kind: Type.String({ description: 'An `OutboxKind`; `message` for a reply' }),
          status: Type.String({ description: 'A `MailStatus`; of a reply a `SubmissionReplyStatus`' }),
          recipient: Type.String({ description: 'Who gets it' }),
          subject: Type.String({ description: 'Its subject' }),
          text: nullable(Type.String({ description: 'What was written in the inbox; null for other mails' })),
          error: nullable(Type.String({ description: 'What went wrong in the last attempt' })),
          by: By,
        },
        { description: 'A mail about the submission' },
      ),
    ),
    event: Type.Optional(
      Type.Object(
        { id: Id, type: Type.String({ description: 'Name of the event, such as `submission.submitted`' }) },
        { description: 'What happened to the submission or its payment' },
      ),
    ),
    item: Type.Optional(
      Type.Object(
        {
          type: Type.String({ description: 'Singular name of the content type', examples: ['event'] }),
          itemId: nullable(Type.String({ description: 'The item; null if it could not be made' })),
          fault: nullable(
            Type.String({
              description: 'What kept it, or a part of it, from being made',
              examples: ['The file plan.exe has a type that is not accepted.'],
            }),
          ),
        },
        { description: 'The draft that was made of the submission' },
      ),
    ),
  },
  { title: 'StoryEntry', description: 'One part of what happened with a submission' },
);
export type StoryEntry = Static<typeof StoryEntry>;

export const NoteParams = Type.Object({ id: Id, noteId: Id });
