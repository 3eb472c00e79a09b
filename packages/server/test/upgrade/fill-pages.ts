// What visitors leave on pages without the API: answers saved for later, counted steps, an address that wants no more notices.

import assert from 'node:assert/strict';
import { waitFor } from '../support/wait-for.ts';
import { type Filling, send } from './filling.ts';

export async function fillPages(filling: Filling): Promise<void> {
  const { server, mailServer } = filling;
  await send(filling, 'POST', '/forms', {
    ...{ name: 'Talk', slug: 'talk', language: 'en' },
    fields: [
      { name: 'email', type: 'email', required: true },
      { name: 'topic', type: 'text', required: true, step: 2 },
    ],
    settings: {
      saveForLater: { days: 365 },
      // Not due for hours.
      mail: {
        notice: {
          to: ['office@harbour.example'],
          daily: `${(new Date().getUTCHours() + 12) % 24}`.padStart(2, '0').concat(':00'),
        },
      },
      draftItem: { type: 'post', title: '{{answers.topic}}' },
    },
  });
  const first = await (await fetch(`${server.origin}/f/talk`)).text();
  const second = await press(server.origin, first, { '.move': 'next', email: 'ada@example.com' });
  const asked = await press(server.origin, second, { '.later': 'ask', topic: 'Boats' });
  await press(server.origin, asked, { '.later': 'save', '.address': 'ada@example.com' });
  await send(filling, 'POST', '/forms/talk/submit', { email: 'bo@example.com', topic: 'Sails' });

  const notice = await waitFor('a notice', () => mailServer.mails.find(({ raw }) => raw.includes('List-Unsubscribe')));
  const [path] =
    /\/mails\/unsubscribe\/[^\s>]+/.exec(notice.raw.replaceAll(/\r\n[ \t]/g, '')) ?? assert.fail(notice.raw);
  const answer = await fetch(`${server.origin}${path}`, { method: 'POST', body: new URLSearchParams() });
  assert.equal(answer.status, 200);
}

/** Sends the page with a button and what was typed, as a browser without JavaScript. */
async function press(origin: string, page: string, typed: Record<string, string>): Promise<string> {
  const body = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
    if (!(name in typed))
      body.append(
        name,
        value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
      );
  for (const [name, value] of Object.entries(typed)) body.append(name, value);
  const answer = await fetch(`${origin}/f/talk`, { method: 'POST', body, redirect: 'manual' });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}
