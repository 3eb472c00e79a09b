// Contacts over HTTP.

import { inBackground, inTransaction } from '../context/context.ts';
import { NotModified, sendTagged, tagged, versionCheck, versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { countedListOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { createContact, deleteContact, getContact, listContacts, patchContact } from './contacts.ts';
import { ContactPatch, ContactQuery, ContactSchema, NewContact, TimelineEntry, TimelineQuery } from './crm.schemas.ts';
import { listTimeline } from './timeline.ts';

const describe = routesOf('Contacts');

export function contactsRoutes(app: App): void {
  app.get(
    '/contacts',
    describe('crm:read', 'listContacts', 'List contacts; the search covers names, email addresses and phone numbers', {
      querystring: ContactQuery,
      200: countedListOf(ContactSchema),
    }),
    (request) => listContacts(inBackground(request.ctx), request.query),
  );

  app.get(
    '/contacts/:id',
    describe('crm:read', 'getContact', 'Read a contact', {
      params: IdParams,
      200: ContactSchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const contact = await getContact(request.ctx, request.params.id);
      return sendTagged(request, reply, JSON.stringify(contact), versionTag(contact));
    },
  );

  app.get(
    '/contacts/:id/timeline',
    describe('crm:read', 'listContactTimeline', 'List the events of a contact', {
      params: IdParams,
      querystring: TimelineQuery,
      200: countedListOf(TimelineEntry),
    }),
    (request) => listTimeline(inBackground(request.ctx), request.params.id, request.query),
  );

  app.post(
    '/contacts',
    describe('crm:write', 'createContact', 'Create a contact', {
      body: NewContact,
      201: ContactSchema,
      headers: ['ETag'],
    }),
    async (request, reply) => {
      const contact = await inTransaction(request.ctx, (ctx) => createContact(ctx, request.body, request.operation));
      return created(request, reply, tagged(reply, contact), contact.id);
    },
  );

  app.patch(
    '/contacts/:id',
    describe('crm:write', 'updateContact', 'Update a contact; custom fields merge key by key', {
      params: IdParams,
      body: ContactPatch,
      200: ContactSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const { params, body } = request;
      const check = versionCheck(request);
      const contact = await inTransaction(request.ctx, (ctx) => patchContact(ctx, params.id, body, check));
      return tagged(reply, contact);
    },
  );

  app.delete(
    '/contacts/:id',
    describe('crm:write', 'deleteContact', 'Delete a contact', { params: IdParams, 200: Deleted, problems: [412] }),
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteContact(ctx, id, versionCheck(request)));
      return deleted(id);
    },
  );
}
