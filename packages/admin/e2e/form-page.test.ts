// The form page in a browser: conditions, on which the preview of the builder and the service agree, whatever kind of answer
// decides; its own messages in place of the browser's; languages that are written from right to left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { openContext } from './support/browser.ts';
import { assertAccessible, assertFitsPhone } from './support/screens.ts';

type Where = Locator;
type Case = {
  field: object;
  when: object;
  /** Does what meets the condition; `isPreview` in the builder, whose controls differ. */
  meet(where: Where, isPreview: boolean): Promise<unknown>;
  /** What is entered before, and does not meet it. */
  miss?(where: Where): Promise<unknown>;
};

const text = (label: string, wrong: string, right: string) => ({
  miss: (where: Where) => where.getByLabel(label, { exact: true }).fill(wrong),
  meet: (where: Where) => where.getByLabel(label, { exact: true }).fill(right),
});
const check = (label: string) => ({ meet: (where: Where) => where.getByLabel(label, { exact: true }).check() });
const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };

/** By the name of a field, which is its label, too. What is typed may say in another notation what the condition does. */
const cases: Record<string, Case> = {
  text: { field: { type: 'text' }, when: { equals: 'Yes ' }, ...text('text', 'yes!', ' yes') },
  lines: { field: { type: 'textarea' }, when: { notEquals: 'Hayır' }, ...text('lines', 'HAYİR', 'maybe') },
  email: {
    field: { type: 'email' },
    when: { equals: 'Ada@grün.example' },
    ...text('email', 'ada@grun.example', 'ada@grün.example'),
  },
  phone: { field: { type: 'phone' }, when: { equals: '+43 1 23' }, ...text('phone', '+43', '0043 (0)1/23') },
  site: { field: { type: 'url' }, when: { equals: 'https://A.example' }, ...text('site', '', 'https://a.example/') },
  number: { field: { type: 'number' }, when: { equals: 2.5 }, ...text('number', '2', '2.50') },
  whole: { field: { type: 'integer' }, when: { equals: 3 }, ...text('whole', '33', '3') },
  day: { field: { type: 'date' }, when: { equals: '2027-02-19' }, ...text('day', '2027-02-18', '2027-02-19') },
  clock: { field: { type: 'time' }, when: { equals: '09:30:00' }, ...text('clock', '09:31', '09:30') },
  moment: {
    field: { type: 'datetime' },
    when: { equals: '2027-02-19T10:30:00.0+01:00' },
    miss: (where) => where.getByLabel('moment', { exact: true }).fill('2027-02-19T09:31'),
    meet: (where) => where.getByLabel('moment', { exact: true }).fill('2027-02-19T09:30'),
  },
  box: { field: { type: 'checkbox' }, when: { equals: true }, ...check('box') },
  agreed: { field: { type: 'consent' }, when: {}, ...check('agreed') },
  one: { field: { type: 'radio', options: ['o1', 'o2'] }, when: { equals: 'o2' }, ...check('o2') },
  several: { field: { type: 'multiselect', options: ['s1', 's2'] }, when: { equals: 's2' }, ...check('s2') },
  list: {
    field: { type: 'select', options: ['l1', 'l2'] },
    when: { notEquals: 'l1' },
    miss: async (where) => {
      const select = where.getByRole('combobox', { name: 'list' });
      if (await select.evaluate((one) => one.localName === 'select')) return select.selectOption('l1');
      await select.click();
      return where.page().getByRole('option', { name: 'l1' }).click();
    },
    meet: async (where) => {
      const select = where.getByRole('combobox', { name: 'list' });
      if (await select.evaluate((one) => one.localName === 'select')) return select.selectOption('l2');
      await select.click();
      return where.page().getByRole('option', { name: 'l2' }).click();
    },
  },
  scale: {
    field: { type: 'scale', min: 0, max: 3 },
    when: { equals: 3 },
    meet: (where) => where.getByText('3', { exact: true }).click({ force: true }),
  },
  cv: {
    field: { type: 'file' },
    when: {},
    meet: (where) => where.locator('input[type=file]').first().setInputFiles(file),
  },
  stay: { field: { type: 'daterange' }, when: {}, meet: (where) => where.getByLabel('From').fill('2027-02-19') },
  home: { field: { type: 'address' }, when: {}, meet: (where) => where.getByLabel('City').first().fill('Graz') },
  bill: { field: { type: 'billing' }, when: {}, meet: (where) => where.getByLabel('Company').fill('Ada Ltd') },
  table: { field: { type: 'matrix', rows: ['r1'], options: ['c1'] }, when: {}, ...check('r1: c1') },
  guests: {
    field: { type: 'repeat', fields: [{ name: 'who', type: 'text', label: 'Who' }] },
    when: {},
    meet: (where) => where.getByLabel('Who', { exact: true }).first().fill('Bob'),
  },
  signed: {
    field: { type: 'signature' },
    when: {},
    meet: (where, isPreview) => where.getByLabel(isPreview ? 'Typed name' : 'signed', { exact: true }).fill('Ada'),
  },
};
const typed = Object.keys(cases).filter((name) => !['box', 'agreed', 'one', 'several', 'list', 'scale'].includes(name));
const fields = Object.entries(cases).flatMap(([name, { field, when }]) => [
  { name, label: name, ...field },
  {
    name: `after_${name}`,
    label: `Follows ${name}`,
    type: 'text',
    required: true,
    visibleWhen: { field: name, ...when },
  },
]);
/** Of a field that is hidden itself. */
const last = { name: 'chained', label: 'Chained', type: 'text', required: true, visibleWhen: { field: 'after_text' } };
const follower = (where: Where, name: string) => where.getByLabel(`Follows ${name}`).and(where.locator('input'));

test('the page and the preview show a field when the answer of any kind meets its condition, as the service decides', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const made = await server.request('POST', '/forms', { name: 'All', slug: 'all', fields: [...fields, last] });
  assert.equal(made.status, 201, JSON.stringify(made.body));

  const fillAll = async (where: Where, isPreview: boolean): Promise<void> => {
    for (const [name, { meet, miss }] of Object.entries(cases)) {
      // A field that is not the same as an answer follows from none at all.
      const isOff = !('notEquals' in cases[name]!.when);
      await miss?.(where);
      const shown = () => follower(where, name).isVisible();
      if (isOff || miss) assert.equal(await shown(), false, `${name} does not meet the condition`);
      await meet(where, isPreview);
      await waitFor(`what follows ${name}`, shown);
    }
    const chained = where.getByLabel('Chained');
    assert.equal(await chained.isVisible(), false);
    await follower(where, 'text').fill('x');
    await chained.waitFor();
    await where.getByLabel('text', { exact: true }).fill('no');
    await chained.waitFor({ state: 'hidden' });
    await where.getByLabel('text', { exact: true }).fill('yes');
    await chained.waitFor();
  };

  const visitor = await page.context().newPage();
  await visitor.goto(`${server.origin}/f/all`);
  const form = visitor.locator('form');
  assert.doesNotMatch((await form.textContent()) ?? '', /Only if/);
  await fillAll(form, false);
  await assertAccessible(visitor, 'a page with conditions');
  await assertFitsPhone(visitor, 'a page with conditions');
  // What is shown is required by the service, too.
  await visitor.getByRole('button', { name: 'Send' }).click();
  const summary = visitor.getByRole('alert');
  await summary.waitFor();
  await visitor.waitForLoadState();
  const links = await summary.getByRole('link').allTextContents();
  for (const name of Object.keys(cases).filter((name) => name !== 'text')) {
    assert.ok(
      links.some((text) => text.startsWith(`Follows ${name}:`)),
      `${name} in ${links}`,
    );
  }
  // It comes back as it was sent: with the file that it keeps.
  for (const name of Object.keys(cases)) assert.ok(await follower(form, name).isVisible(), name);
  await visitor.getByLabel('Remove').first().check();
  await follower(form, 'cv').waitFor({ state: 'hidden' });
  await visitor.getByLabel('text', { exact: true }).fill('no');
  await visitor.getByLabel('Chained').waitFor({ state: 'hidden' });
  await visitor.close();

  await page.goto(`${server.origin}/admin/forms/${made.body.id}`);
  await fillAll(page.getByRole('region', { name: 'Preview' }), true);
  assert.deepEqual(pageErrors(), []);
});

test('without JavaScript, style hides what choices decide, and a sentence says when the rest applies', async (t) => {
  const { server } = await openAdmin(t);
  const all = [...fields, last];
  assert.equal((await server.request('POST', '/forms', { name: 'All', slug: 'all', fields: all })).status, 201);
  const context = await openContext(t, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/f/all`);
  for (const name of Object.keys(cases)) {
    const isTyped = typed.includes(name);
    const field = page.locator(`[data-field="after_${name}"]`);
    assert.equal(await field.getByText(/^Only if “/).isVisible(), isTyped, name);
    assert.equal(await field.isVisible(), isTyped || name === 'list', name);
  }
  await page.getByLabel('o2').check();
  assert.ok(await follower(page.locator('form'), 'one').isVisible());
});

test('a condition on an earlier part of the form is decided before its part is shown, and a typed one within the part while it is', async (t) => {
  const { server } = await openAdmin(t);
  const parts = [
    { name: 'firm', label: 'Firm', type: 'text' },
    { name: 'vat', label: 'VAT number', type: 'text', step: 2, visibleWhen: { field: 'firm' } },
    { name: 'seats', label: 'Seats', type: 'integer', step: 2 },
    { name: 'names', label: 'Names', type: 'text', step: 2, visibleWhen: { field: 'seats', notEquals: 1 } },
  ];
  assert.equal((await server.request('POST', '/forms', { name: 'Parts', slug: 'parts', fields: parts })).status, 201);
  const page = await (await openContext(t)).newPage();
  await page.goto(`${server.origin}/f/parts`);
  await page.getByLabel('Firm').fill('ACME');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('VAT number').waitFor();
  await page.getByLabel('Names').waitFor();
  await page.getByLabel('Seats').fill('1');
  await page.getByLabel('Names').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Firm').fill('');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Seats').waitFor();
  assert.equal(await page.getByLabel('VAT number').count(), 0);
});

test('a form with files says itself what is wrong, in its language, and numbers of a scale are in the middle of their boxes', async (t) => {
  const { server } = await openAdmin(t);
  const asked = [
    { name: 'email', type: 'email', label: 'כתובת', required: true },
    { name: 'score', type: 'scale', label: 'דירוג', min: 0, max: 10 },
    { name: 'cv', type: 'file', label: 'קובץ', accept: ['text/plain'], required: true },
  ];
  const body = { name: 'טופס', slug: 'rtl', fields: asked, language: 'he' };
  assert.equal((await server.request('POST', '/forms', body)).status, 201);
  const page = await (await openContext(t)).newPage();
  await page.goto(`${server.origin}/f/rtl?lang=he`);
  const offCentre = await page.locator('.scale label').evaluateAll((boxes) =>
    boxes.map((box) => {
      const [outer, inner] = [box, box.querySelector('span') as Element].map((one) => one.getBoundingClientRect());
      return Math.abs((outer!.left + outer!.right - inner!.left - inner!.right) / 2);
    }),
  );
  assert.equal(offCentre.length, 11);
  for (const distance of offCentre) assert.ok(distance < 2, String(offCentre));
  await page.locator('[name=email]').fill('ada@');
  await page.locator('[name=cv]').setInputFiles(file);
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').getByRole('link').first().waitFor();
  assert.equal(await page.getByRole('alert').getByRole('link').count(), 1);
});
