// What the HTML and the parameters on a page do with a running service.

import assert from 'node:assert/strict';
import type { OpenPage } from './run-page.ts';

/** What it loads is there, and its forms can be sent, without a script. */
export async function submitForms(code: string, { origin }: OpenPage, place: string): Promise<null> {
  for (const [, url = ''] of code.matchAll(/(?:src|href)="(http:\/\/127[^"]+)"/g)) {
    const { status } = await fetch(url);
    assert.equal(status, 200, `${place}: ${url}`);
  }
  for (const [form] of code.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const [action = ''] = /(?<=action=")[^"]+/.exec(form) ?? [];
    const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name as string);
    const response = await fetch(action, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams(names.map((name) => [name, name === '_gotcha' ? '' : `${name}@example.com`])),
      redirect: 'manual',
    });
    assert.equal(response.status, 303, `${place}: ${await response.text()}`);
    const thanks = await fetch(new URL(response.headers.get('location') ?? '', origin));
    assert.equal(thanks.status, 200, place);
  }
  return null;
}

/** Each line is part of a URL that can be read; what stands apart from it is an explanation. */
export async function readQueries(
  lines: string[],
  url: string,
  { api, token }: OpenPage,
  place: string,
): Promise<null> {
  for (const line of lines) {
    const [query = ''] = line.split(/\s{2,}/);
    const response = await fetch(`${api}${url}?${query}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status, 200, `${place}: ${query}: ${await response.text()}`);
  }
  return null;
}
