// The public form `contact`, and who is notified of its submissions: what logs, metrics and traces are tried with.

import assert from 'node:assert/strict';
import type { ServerProcess } from './server-process.ts';

type Contact = {
  slug?: string;
  /** Beside the required `name`. */
  fields?: object[];
  /** The addresses that get a mail. */
  notice?: string[];
  /** The URLs that get an event. */
  receivers?: string[];
};

/** Creates the form. Returns the secrets of the receivers' webhooks. */
export async function openContactForm(
  server: ServerProcess,
  { slug = 'contact', fields = [], notice = [], receivers = [] }: Contact = {},
): Promise<string[]> {
  const name = { name: 'name', type: 'text', label: 'Name', required: true };
  const settings = notice.length === 0 ? {} : { mail: { notice: { to: notice } } };
  const form = { name: 'Contact', slug, public: true, fields: [name, ...fields], settings };
  const created = await server.request('POST', '/forms', form);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const secrets: string[] = [];
  for (const url of receivers) {
    const hook = await server.request('POST', `/forms/${slug}/webhooks`, { url, events: ['submitted'] });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    secrets.push(hook.body.secret);
  }
  return secrets;
}
