// The schemas of the inbox: submissions across all forms, with what people do with them.

import Type, { type Static } from 'typebox';
import { completeListOf, listOfRecords } from '../../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../../http/schemas.ts';
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

export const inboxList = listOfRecords({
  item: InboxSubmission,
  ...submissionFilters,
  own: {
    ...submissionFilters.own,
    formId: Type.Optional(Type.String({ maxLength: 200, description: 'ID or slug of a form' })),
    unread: Type.Optional(Type.Boolean({ description: '`true`: only unread ones. `false`: only read ones' })),
    starred: Type.Optional(Type.Boolean({ description: '`true`: only those with a star. `false`: only without' })),
  },
  filters: [...submissionFilters.filters, 'progress', 'assigneeId'],
  columns: { assigneeId: { kind: 'text', isNullable: true } },
  patterns: { [answerParameter]: Type.String() },
});
export type InboxQuery = Static<typeof inboxList.query>;

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

export const SubmissionsChange = bodyOf(
  {
    ids: Type.Array(Id, {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Submissions of any forms, spam as well; up to 100 for `spam` and `notSpam`',
    }),
    action: Type.Enum(['update', 'delete', 'spam', 'notSpam'], { description: 'What to do with them' }),
    change: Type.Optional(SubmissionChange),
  },
  {
    title: 'SubmissionsChange',
    description: 'What to do with several submissions',
    examples: [{ ids: ['sub_01m81qmw2m5e8v1kz3c9tq7d4h'], action: 'update', change: { progress: 'done' } }],
  },
);

export const UnreadCount = Type.Object(
  { unread: Type.Integer({ description: 'Number of unread submissions' }) },
  { title: 'UnreadCount', description: 'How many submissions are unread' },
);

export const Assignee = Type.Object(
  { id: Id, name: nullable(Type.String({ description: 'Name of the user' })) },
  { title: 'Assignee', description: 'A user who can be in charge of submissions' },
);

export const assigneeList = completeListOf({
  item: Assignee,
  sort: ['name'],
  search: 'Words in the name',
  searched: ['name'],
});

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
    mailServerConfigured: Type.Boolean({
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

export const story = completeListOf({ item: StoryEntry, filters: ['kind', 'at'], sort: ['at'] });
