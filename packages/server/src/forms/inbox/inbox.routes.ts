// The routes of the inbox: the submissions across all forms.

import { inBackground, inTransaction } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { created, deleted } from '../../http/responses.ts';
import { Deleted, IdParams, listOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { SortedSpam, SpamSorting } from '../spam/spam.schemas.ts';
import { sortInboxSpam } from '../submit/sort-spam.ts';
import {
  changeSubmission,
  changeSubmissions,
  deleteSubmissions,
  listAssignees,
  requireSubmission,
} from './change-submissions.ts';
import {
  Assignee,
  ChangedCount,
  DeletedCount,
  InboxList,
  InboxQuery,
  InboxSubmission,
  NewNote,
  NewReply,
  NoteParams,
  NoteSchema,
  ReplyDraft,
  ReplySchema,
  StoryEntry,
  SubmissionChange,
  SubmissionsChange,
  SubmissionsDeletion,
  UnreadCount,
} from './inbox.schemas.ts';
import { countUnread, listInbox, readFromInbox } from './inbox-list.ts';
import { addReply, draftReply } from './replies.ts';
import { addNote, deleteNote, readStory } from './story.ts';

const describe = routesOf('Inbox');
const limited = { limited: 'rule' } as const;

export function inboxRoutes(app: App): void {
  app.get(
    '/submissions',
    describe('forms:read', 'listSubmissions', 'List the submissions across all forms', {
      description: 'A key that is limited to forms gets only those of these forms',
      querystring: InboxQuery,
      200: InboxList,
      config: limited,
    }),
    (request) => listInbox(inBackground(request.ctx), request.query),
  );

  app.patch(
    '/submissions',
    describe('forms:write', 'updateSubmissions', 'Change several submissions: all of them, or none', {
      body: SubmissionsChange,
      200: ChangedCount,
      config: limited,
    }),
    async ({ ctx, body }) => ({ updated: await changeSubmissions(ctx, body.ids, body.change) }),
  );

  app.post(
    '/submissions/delete',
    describe(
      'forms:write',
      'deleteSubmissions',
      'Delete several submissions with their files, notes and mails: all of them, or none',
      {
        body: SubmissionsDeletion,
        200: DeletedCount,
        config: limited,
      },
    ),
    async ({ ctx, body }) => ({ deleted: await deleteSubmissions(ctx, body.ids) }),
  );

  app.post(
    '/submissions/spam',
    describe('forms:write', 'updateSubmissionsSpam', 'Say of submissions of any forms whether they are spam', {
      description: 'Like `POST /forms/:id/spam`, for each of them by itself',
      body: SpamSorting,
      200: SortedSpam,
      config: limited,
    }),
    ({ ctx, body }) => sortInboxSpam(ctx, body.ids, body.spam),
  );

  app.get(
    '/submissions/unread',
    describe('forms:read', 'getUnreadCount', 'Count the unread submissions', {
      200: UnreadCount,
      config: limited,
    }),
    (request) => countUnread(request.ctx),
  );

  app.get(
    '/submissions/assignees',
    describe('forms:read', 'listAssignees', 'List the users who can be in charge of submissions', {
      200: listOf(Assignee),
    }),
    async (request) => {
      const items = await listAssignees(request.ctx);
      return { items, total: items.length };
    },
  );

  app.get(
    '/submissions/:id',
    describe('forms:read', 'getSubmission', 'Get a submission of any form', {
      params: IdParams,
      200: InboxSubmission,
      config: limited,
    }),
    (request) => readFromInbox(request.ctx, request.params.id),
  );

  app.patch(
    '/submissions/:id',
    describe(
      'forms:write',
      'updateSubmission',
      'Mark a submission as read, star it, set its progress or who is in charge',
      {
        params: IdParams,
        body: SubmissionChange,
        200: InboxSubmission,
        config: limited,
      },
    ),
    ({ ctx, params, body }) => changeSubmission(ctx, params.id, body),
  );

  app.get(
    '/submissions/:id/story',
    describe('forms:read', 'listSubmissionStory', 'List what happened with a submission: events, mails and notes', {
      params: IdParams,
      200: listOf(StoryEntry),
      config: limited,
    }),
    async ({ ctx, params }) => {
      const items = await readStory(ctx, params.id);
      return { items, total: items.length };
    },
  );

  app.post(
    '/submissions/:id/notes',
    describe('forms:write', 'createSubmissionNote', 'Add a note to a submission', {
      params: IdParams,
      body: NewNote,
      201: NoteSchema,
      problems: [409],
      config: limited,
    }),
    async (request, reply) => {
      const id = idFrom('note', request.operation);
      const note = await inTransaction(request.ctx, async (ctx) => {
        const submission = await requireSubmission(ctx, request.params.id, 'forms:write');
        return addNote(ctx, submission.id, id, request.body.text);
      });
      return created(request, reply, note, note.id);
    },
  );

  app.get(
    '/submissions/:id/reply',
    describe('forms:write', 'getSubmissionReplyDraft', 'Get who a reply can go to, and whether mails can be sent', {
      params: IdParams,
      200: ReplyDraft,
      config: limited,
    }),
    ({ ctx, params }) => draftReply(ctx, params.id),
  );

  app.post(
    '/submissions/:id/replies',
    describe('forms:write', 'createSubmissionReply', 'Reply by mail to who submitted the form', {
      description: 'The mail is stored in the outbox; the story shows what becomes of it',
      params: IdParams,
      body: NewReply,
      201: ReplySchema,
      problems: [409],
      config: limited,
    }),
    async (request, reply) => {
      const id = idFrom('reply', request.operation);
      const sent = await addReply(request.ctx, request.params.id, id, request.body);
      return created(request, reply, sent, sent.id);
    },
  );

  app.delete(
    '/submissions/:id/notes/:noteId',
    describe('forms:write', 'deleteSubmissionNote', 'Delete a note', {
      params: NoteParams,
      200: Deleted,
      config: limited,
    }),
    async ({ ctx, params }) => {
      await inTransaction(ctx, async (ctx) => {
        await requireSubmission(ctx, params.id, 'forms:write');
        await deleteNote(ctx, params.id, params.noteId);
      });
      return deleted(params.noteId);
    },
  );
}
