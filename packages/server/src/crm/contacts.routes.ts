// Contacts over HTTP.

import { inTransaction } from '../context.ts';
import { requireMatch, sendTagged, versionTag } from '../http/conditional.ts';
import { Deleted, IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { createContact, deleteContact, getContact, listContacts, listTimeline, patchContact } from './contacts.ts';
import { ContactPatch, ContactQuery, ContactSchema, NewContact, TimelineEntry, TimelineQuery } from './crm.schemas.ts';

const tags = ['Contacts'];

export function contactsRoutes(app: App): void {
  app.get(
    '/contacts',
    {
      config: { access: 'crm:read' },
      schema: {
        tags,
        summary: 'List contacts; `search` covers names, email addresses and phone numbers',
        operationId: 'listContacts',
        querystring: ContactQuery,
        response: { 200: listOf(ContactSchema), ...problemsOf(400, 401, 403) },
      },
    },
    (request) => listContacts(request.ctx, request.query),
  );

  app.get(
    '/contacts/:id',
    {
      config: { access: 'crm:read' },
      schema: {
        tags,
        summary: 'Read a contact',
        operationId: 'getContact',
        params: IdParams,
        response: { 200: ContactSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const contact = await getContact(request.ctx, request.params.id);
      return sendTagged(request, reply, JSON.stringify(contact), versionTag(contact.id, contact.version));
    },
  );

  app.get(
    '/contacts/:id/timeline',
    {
      config: { access: 'crm:read' },
      schema: {
        tags,
        summary: 'List the events of a contact',
        operationId: 'listContactTimeline',
        params: IdParams,
        querystring: TimelineQuery,
        response: { 200: listOf(TimelineEntry), ...problemsOf(400, 401, 403, 404) },
      },
    },
    (request) => listTimeline(request.ctx, request.params.id, request.query),
  );

  app.post(
    '/contacts',
    {
      config: { access: 'crm:write' },
      schema: {
        tags,
        summary: 'Create a contact',
        operationId: 'createContact',
        body: NewContact,
        response: { 201: ContactSchema, ...problemsOf(401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const contact = await inTransaction(request.ctx, (ctx) => createContact(ctx, request.body, request.operation));
      return reply
        .status(201)
        .header('location', `${request.routeOptions.url}/${contact.id}`)
        .header('etag', versionTag(contact.id, contact.version))
        .send(contact);
    },
  );

  app.patch(
    '/contacts/:id',
    {
      config: { access: 'crm:write' },
      schema: {
        tags,
        summary: 'Update a contact; `fields` merge key by key',
        operationId: 'updateContact',
        params: IdParams,
        body: ContactPatch,
        response: { 200: ContactSchema, ...problemsOf(401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const contact = await inTransaction(request.ctx, (ctx) =>
        patchContact(ctx, id, request.body, (version) => requireMatch(request, versionTag(id, version))),
      );
      return reply.header('etag', versionTag(id, contact.version)).send(contact);
    },
  );

  app.delete(
    '/contacts/:id',
    {
      config: { access: 'crm:write' },
      schema: {
        tags,
        summary: 'Delete a contact',
        operationId: 'deleteContact',
        params: IdParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404, 412) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) =>
        deleteContact(ctx, id, (version) => requireMatch(request, versionTag(id, version))),
      );
      return { id, deleted: true as const };
    },
  );
}
