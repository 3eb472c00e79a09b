import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { startTestService } from '../../../test/support/test-service.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your {name} "for" <us>', required: true, max: 40, default: 'a class b' },
  { name: 'size', type: 'select', label: 'Size', options: ['S', { value: 'm', label: 'M & L' }], default: 'm' },
  { name: 'extras', type: 'checkbox', label: 'Extras', options: ['x', 'y'], default: ['x'] },
  {
    name: 'why',
    type: 'textarea',
    label: 'Why',
    required: true,
    visibleWhen: { field: 'size', equals: 'S' },
    default: 'So',
  },
  { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'] },
  { name: 'fee', type: 'payment', label: 'Fee', amount: 2500, currency: 'eur' },
];

test('the code for other sites has all fields of the form, and can be used as it is', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/forms', { body: { name: 'A "b" <c>', slug: 'a.b', fields } });
  assert.equal(made.status, 201, made.text);
  const { status, body } = await service.request('GET', '/forms/a.b/code');
  assert.equal(status, 200);
  assert.equal(
    body.script,
    `<script type="module" src="http://frontdesk.test/embed.js"></script>
<frontdesk-form slug="a.b"><a href="http://frontdesk.test/f/a.b">A &#34;b&#34; &#60;c&#62;</a></frontdesk-form>
`,
  );
  assert.match(
    body.iframe,
    /^<iframe src="http:\/\/frontdesk\.test\/f\/a\.b\?embed" title="A &#34;b&#34; &#60;c&#62;"/,
  );
  assert.match(
    body.html,
    /^<form method="post" action="http:\/\/frontdesk\.test\/api\/v1\/forms\/a\.b\/submit" accept-charset="utf-8" enctype="multipart\/form-data">/,
  );
  for (const part of [
    'name="name" required',
    'maxlength="40"',
    'value="a class b"',
    '<option value="m" selected>M &#38; L</option>',
    'value="x" checked',
    'name="why"',
    'type="file"',
    'name="_gotcha"',
    '€25.00',
    'Continue to payment',
  ]) {
    assert.ok(body.html.includes(part), `${part} in ${body.html}`);
  }
  // Pages of other sites show the field always; the service knows when it must be answered.
  assert.doesNotMatch(body.html, /name="why" required/);
  assert.match(body.html, /Only if “Size” is “S”\./);

  const { errors } = parseSync('form.jsx', body.react);
  assert.deepEqual(errors, [], body.react);
  for (const part of [
    'defaultValue="a class b" />',
    'Your &#123;name&#125;',
    'value="x" defaultChecked',
    'htmlFor="field-name"',
    '<textarea id="field-why" name="why" aria-describedby="help-why" rows="5" defaultValue="So" />',
    '<span data-condition>Only if “Size” is “S”.</span>',
  ]) {
    assert.ok(body.react.includes(part), `${part} in ${body.react}`);
  }
  assert.equal((await service.request('GET', '/forms/a.b/code', { token: null })).status, 401);
});
