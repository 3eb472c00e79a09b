// The routes of the inbox: the submissions across all forms.

import type { Static } from 'typebox';
import { inBackground, inTransaction } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { routesOf } from '../../http/describe-route.ts';
import { created, deleted } from '../../http/responses.ts';
import { Deleted, IdParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { idFrom } from '../../lib/ids.ts';
import { SortedSpam } from '../spam/spam.schemas.ts';
import { sortInboxSpam } from '../submit/sort-spam.ts';
import {
  changeSubmission,
  changeSubmissions,
  deleteSubmissions,
  listAssignees,
  requireSubmission,
} from './change-submissions.ts';
import {
  assigneeList,
  InboxSubmission,
  inboxList,
  NewNote,
  NewReply,
  NoteParams,
  NoteSchema,
  ReplyDraft,
  ReplySchema,
  SubmissionChange,
  SubmissionsChange,
  story,
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
      querystring: inboxList.query,
      200: inboxList.page,
      config: limited,
    }),
    (request) => listInbox(inBackground(request.ctx), request.query),
  );

  app.post(
    '/submissions/bulk',
    describe('forms:write', 'updateSubmissions', 'Change or delete several submissions, or say whether they are spam', {
      description:
        '`update` and `delete` are done to all of them, or to none; `spam` and `notSpam` to each by itself, as with `POST /forms/:id/spam`',
      body: SubmissionsChange,
      200: SortedSpam,
      config: limited,
    }),
    async ({ ctx, body }) => {
      checkBulk(body);
      const { ids, action, change = {} } = body;
      if (action === 'spam' || action === 'notSpam') return sortInboxSpam(ctx, ids, action === 'spam');
      if (action === 'delete') await deleteSubmissions(ctx, ids);
      else await changeSubmissions(ctx, ids, change);
      return { done: ids, failed: [] };
    },
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
      querystring: assigneeList.query,
      200: assigneeList.page,
    }),
    async ({ ctx, query }) => pageOf(await listAssignees(ctx), assigneeList, query),
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
      querystring: story.query,
      200: story.page,
      config: limited,
    }),
    async ({ ctx, params, query }) => pageOf(await readStory(ctx, params.id), story, query),
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

/** The most that one request can say to be spam or not: each of them is decided by itself. */
const maxSorted = 100;

/** Throws 422. */
function checkBulk({ ids, action, change }: Static<typeof SubmissionsChange>): void {
  const faults: Fault[] = [];
  const isUpdate = action === 'update';
  if (isUpdate && !change) faults.push({ pointer: '/change', code: 'required', detail: 'is required with `update`' });
  if (!isUpdate && change) faults.push({ pointer: '/change', code: 'not_allowed', detail: 'is only for `update`' });
  if ((action === 'spam' || action === 'notSpam') && ids.length > maxSorted)
    faults.push({
      pointer: '/ids',
      code: 'max_items',
      detail: `must have at most ${maxSorted} IDs with \`${action}\``,
    });
  if (faults.length > 0) throw failBody(faults);
}
