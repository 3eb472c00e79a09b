import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, html } from './html.ts';

test('values in a template are escaped, HTML made by a template is not', () => {
  const name = `<b>"Tom" & 'Ann'</b>`;
  const inner = html`<i>${name}</i>`;
  assert.equal(inner.markup, '<i>&#60;b&#62;&#34;Tom&#34; &#38; &#39;Ann&#39;&#60;/b&#62;</i>');
  assert.equal(html`${[inner, 0, false, null, undefined, '<']}`.markup, `${inner.markup}0&#60;`);
});

test('an attribute without a value is left out', () => {
  assert.equal(
    html`<a${attribute('href', '"')}${attribute('x', null)}${attribute('y', true)}>`.markup,
    '<a href="&#34;" y>',
  );
});
