// What counts as a URL in the link dialog, and where links to items lead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUrl, urlOfLinkedItem } from '../src/content/editor/links/link-target.ts';

test('a URL may be typed without its scheme, and nothing that runs is one', () => {
  for (const url of [
    'https://example.com/a?b#c',
    'http://localhost:3000',
    'mailto:a@example.com',
    'tel:+49301',
    '/about',
    '#top',
  ])
    assert.equal(readUrl(` ${url} `), url);
  assert.equal(readUrl('example.com/hours'), 'https://example.com/hours');
  assert.equal(readUrl('harbor.example:8080'), 'https://harbor.example:8080');
  assert.equal(readUrl('olga@example.com'), 'mailto:olga@example.com');
  for (const text of [
    '',
    'Opening hours',
    'harbor',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'https://',
    'a b.de',
  ])
    assert.equal(readUrl(text), null, text);
});

test('a link to an item has the URL that its type declares, or a path by its type and slug', () => {
  const item = { id: 'item_1', type: 'post', slug: 'café' };
  const type = { name: 'post', plural: 'posts' };
  assert.equal(
    urlOfLinkedItem({ ...type, url: 'https://example.com/{plural}/{slug}?id={id}&x={y}' }, item),
    'https://example.com/posts/caf%C3%A9?id=item_1&x={y}',
  );
  assert.equal(urlOfLinkedItem({ ...type, url: null }, item), '/post/caf%C3%A9');
  assert.equal(urlOfLinkedItem(undefined, item), '/post/caf%C3%A9');
});
