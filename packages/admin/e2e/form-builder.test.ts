// The form builder where things go wrong, and the submission of a form with conditions and files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../server/test/support/media.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('the builder shows faults and conflicts, and a submission shows files and additional data', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const fields = [
    { name: 'who', type: 'text', label: 'Who' },
    { name: 'kind', type: 'radio', label: 'Kind', required: true, options: ['new', { value: 'old', label: 'Older' }] },
    { name: 'why', type: 'textarea', label: 'Why', visibleWhen: { field: 'kind', equals: 'old' } },
    { name: 'photo', type: 'file', label: 'Photo', accept: ['text/plain'], maxSize: 5_242_880, multiple: true },
  ];
  const made = await server.request('POST', '/forms', { name: 'Report', fields, settings: { button: 'Go' } });
  const form = made.body;

  await page.goto(`${server.origin}/admin/forms/${form.id}`);
  await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  assert.equal(await preview.getByLabel('Why').count(), 0);
  await preview.getByLabel('Older').check();
  await preview.getByLabel('Why').waitFor();

  // A fault that only the server can find opens the closed field and appears beside its input.
  const build = page.getByRole('form', { name: 'Form' });
  await build.getByRole('button', { name: /^Who/ }).click();
  await build.getByLabel('Pattern').fill('(');
  await build.getByRole('button', { name: /^Who/ }).click();
  await build.getByRole('button', { name: 'Save' }).click();
  await build.locator('.mantine-InputWrapper-error').first().waitFor();
  assert.equal(await build.getByLabel('Pattern').getAttribute('aria-invalid'), 'true');
  await build.getByLabel('Pattern').fill('');
  await build.getByLabel('Thank-you text').fill('Many thanks');

  // The form was saved elsewhere in the meantime: nothing typed is lost.
  await server.request('PATCH', `/forms/${form.id}`, { name: 'Reports' });
  await build.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This form was changed elsewhere').waitFor();
  await waitFor('the alert in view', () =>
    page.getByText('This form was changed elsewhere').evaluate((alert) => {
      const { top, bottom } = alert.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    }),
  );
  assert.equal(await build.getByLabel('Thank-you text').inputValue(), 'Many thanks');
  await checkScreen(page, 'form-builder-conflict');
  await page.getByRole('link', { name: 'Submissions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard my changes and load latest version' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await build.getByLabel('Thank-you text').fill('Many thanks');
  await page.getByRole('link', { name: 'Submissions' }).focus();
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const saved = (await server.request('GET', `/forms/${form.id}`)).body;
  assert.deepEqual(saved.fields, fields, 'fields that were not edited are unchanged');
  assert.deepEqual(saved.settings, { button: 'Go', thanks: 'Many thanks' });

  // Times from when and until when it accepts submissions.
  await build.getByRole('textbox', { name: 'Opens on' }).fill('2030-03-01T09:00');
  await build.getByRole('textbox', { name: 'Closes on' }).fill('2030-02-01T09:00');
  await page.keyboard.press('Control+s');
  await build.getByText('Must be after the time when the form opens').first().waitFor();
  await build.getByRole('textbox', { name: 'Opens on' }).fill('');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const { settings: timed } = (await server.request('GET', `/forms/${form.id}`)).body;
  assert.deepEqual([timed.opensAt, new Date(timed.closesAt).getUTCFullYear()], [undefined, 2030]);

  // How long submissions are kept, with what that would delete.
  await build.getByLabel('Delete submissions after (days)').fill('0');
  await page.keyboard.press('Control+s');
  await build.getByText('Enter a number of days from 1 to 36,500').first().waitFor();
  await build.getByLabel('Delete submissions after (days)').fill('90');
  await build.getByLabel('Remove answers to a field earlier').click();
  await page.getByRole('option', { name: 'Photo' }).click();
  await build.getByLabel('Remove answers to “Photo” after (days)').fill('7');
  await build.getByText('Submissions to be deleted: 0. No others are stored.').waitFor();
  await checkScreen(page, 'form-builder-retention');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const { settings: kept } = (await server.request('GET', `/forms/${form.id}`)).body;
  assert.deepEqual(kept.retention, { days: 90, fields: { photo: 7 } });

  // The code to put the form on a site, and the sites that may.
  await page.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share “Reports”' });
  const code = share.getByRole('region', { name: 'Code' });
  await code.getByText('<frontdesk-form slug="report">').waitFor();
  await checkScreen(page, 'form-share');
  await share.getByText('HTML', { exact: true }).click();
  await code.getByText('enctype="multipart/form-data"').waitFor();
  await page.keyboard.press('Escape');
  await share.waitFor({ state: 'hidden' });
  const origins = build.getByLabel('Sites that may embed and submit the form');
  await origins.fill('https://example.com/contact');
  await page.keyboard.press('Control+s');
  await build
    .getByText(/^Must be the origin of a site, such as/)
    .first()
    .waitFor();
  await origins.fill('https://example.com/\nhttps://www.example.com');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const { origins: stored } = (await server.request('GET', `/forms/${form.id}`)).body;
  assert.deepEqual(stored, ['https://example.com', 'https://www.example.com']);

  // A translation, which says what is missing and is sent to the browsers that prefer it.
  const languages = build.getByRole('region', { name: 'Languages' });
  await languages.getByRole('combobox', { name: 'Language of the form' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await languages.getByRole('combobox', { name: 'Add a translation' }).fill('Heb');
  await page.getByRole('option', { name: 'Hebrew' }).click();
  await languages.getByRole('textbox', { name: 'Form name' }).fill('דוחות');
  await languages.getByRole('button', { name: /Hebrew \d+ missing/ }).waitFor();
  await checkScreen(page, 'form-languages');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const hebrew = await fetch(`${server.origin}/f/report`, { headers: { 'accept-language': 'he-IL, en;q=0.5' } });
  assert.match(await hebrew.text(), /<html lang="he" dir="rtl">[\s\S]*<h1>דוחות<\/h1>/);

  // A second page with further kinds; the preview goes to the page of the field that is edited.
  const add = async (kind: string): Promise<void> => {
    await build.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  };
  await add('Page break');
  await build.getByText('begins with the next field that you add').waitFor();
  for (const kind of ['Rating', 'Table of questions', 'Address', 'Heading']) {
    await add(kind);
    await build.getByRole('group', { name: `Field ${kind}` }).waitFor();
  }
  await build.getByRole('button', { name: 'Move Rating up' }).click();
  await build.getByRole('button', { name: 'Move Rating down' }).click();
  await preview.getByText('Part 2 of 2').waitFor();
  await preview.getByRole('button', { name: 'Back' }).click();
  await preview.getByText('Part 1 of 2').waitFor();
  await build.getByRole('button', { name: /^Rating/ }).click();
  await preview.getByText('Part 2 of 2').waitFor();
  await build.getByRole('button', { name: /^Who/ }).click();
  await preview.getByText('Part 1 of 2').waitFor();
  await preview.getByRole('button', { name: 'Next' }).click();
  await preview.getByRole('radio', { name: 'Row 2: Option 1' }).check();
  await preview.getByLabel('Postal code').waitFor();
  await checkScreen(page, 'form-builder-pages');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const withPages = (await server.request('GET', `/forms/${form.id}`)).body.fields.slice(4);
  assert.deepEqual(
    withPages.map(({ type, step, rows }: { type: string; step: number; rows?: unknown }) => [type, step, rows]),
    [
      ['rating', 2, undefined],
      ['matrix', 2, ['Row 1', 'Row 2']],
      ['address', 2, undefined],
      ['headline', 2, undefined],
    ],
  );

  // A picture of the media library for an option.
  await add('Single choice');
  await build.getByRole('button', { name: 'Choose picture of option 1' }).click();
  const library = page.getByRole('dialog', { name: 'Media' });
  const buffer = await picture('png', { width: 400, height: 300, seed: 1 });
  await library.locator('input[type=file]').setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer });
  await library.getByRole('button', { name: 'Insert file' }).click();
  await preview.locator('img').waitFor();
  await checkScreen(page, 'form-builder-pictures');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const pictured = (await server.request('GET', `/forms/${form.id}`)).body.fields.at(-1);
  assert.deepEqual(pictured.options, [
    { value: 'Option 1', label: 'Option 1', image: (await server.request('GET', '/media')).body.items[0].id },
    'Option 2',
  ]);
  // A calculation, which the page keeps up to date. Fields that are not shown do not count.
  await add('Calculation');
  await build.getByRole('textbox', { name: 'Formula' }).fill('ratings * 2.5');
  await page.keyboard.press('Control+s');
  await build
    .getByText(/did you mean `rating`/)
    .first()
    .waitFor();
  await build.getByRole('textbox', { name: 'Formula' }).fill('rating * 2.5 + if(kind = "old", 10, 0)');
  await preview.getByText('= rating * 2.5').waitFor();
  await checkScreen(page, 'form-builder-calculation');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  // A repeated group, whose entries have fields of their own.
  await add('Repeated group');
  const group = build.getByRole('group', { name: 'Fields of Repeated group' });
  await group.getByRole('button', { name: 'Add to entry' }).click();
  await page.getByRole('menuitem', { name: 'Dropdown' }).click();
  await group.getByRole('textbox', { name: 'Label' }).fill('Meal');
  await preview.getByRole('group', { name: 'Entry 1' }).getByLabel('Meal').waitFor();
  await checkScreen(page, 'form-builder-repeated');
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const repeated = (await server.request('GET', `/forms/${form.id}`)).body.fields.at(-1);
  assert.deepEqual(
    repeated.fields.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['name', 'text'],
      ['meal', 'select'],
    ],
  );
  await add('Signature');
  await build.getByRole('group', { name: 'Field Signature' }).waitFor();
  await preview.getByLabel('Typed name').waitFor();
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const visitor = await page.context().newPage();
  await visitor.goto(`${server.origin}/f/report`);
  await visitor.getByLabel('Older').check();
  await visitor.getByRole('button', { name: 'Next' }).click();
  const result = visitor.getByRole('status', { name: 'Calculation' });
  assert.equal(await result.textContent(), '10');
  await visitor.getByRole('radio', { name: '3 of 5' }).check();
  assert.equal(await result.textContent(), '17.5');
  const guest = (number: number) => visitor.getByRole('group', { name: `Entry ${number}` });
  await guest(1).getByLabel('Name').fill('Ada');
  await visitor.getByRole('button', { name: 'Add an entry' }).press('Enter');
  await visitor.keyboard.type('Bob');
  assert.equal(await guest(2).getByLabel('Name').inputValue(), 'Bob', 'the new entry has the focus');
  await checkScreen(visitor, 'form-page-calculation');
  await guest(1).getByRole('button', { name: 'Remove entry 1' }).click();
  await visitor.getByText('Entry 1 was removed.').waitFor();
  assert.equal(await guest(1).getByLabel('Name').inputValue(), 'Bob');
  assert.equal(await visitor.evaluate(() => document.activeElement?.textContent), 'Remove entry 1');
  // A drawing is sent as a file, until it is cleared.
  const area = visitor.getByRole('img', { name: 'Area to draw your signature' });
  const drawn = () =>
    visitor.evaluate(() => new FormData(document.forms[0]).getAll('signature').map((one) => typeof one));
  await area.hover();
  await visitor.mouse.down();
  await area.hover({ position: { x: 30, y: 30 } });
  await visitor.mouse.up();
  assert.deepEqual(await drawn(), ['object', 'string']);
  await visitor.getByRole('button', { name: 'Clear' }).click();
  assert.deepEqual(await drawn(), ['string']);
  await visitor.close();

  await build.getByRole('button', { name: /^Single choice/ }).click();
  await build.getByRole('button', { name: 'Picture of option 1' }).click();
  await page.getByRole('menuitem', { name: 'Remove picture' }).click();
  await build.getByRole('button', { name: 'Choose picture of option 1' }).waitFor();
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();

  const answers = new FormData();
  answers.append('rating', '4');
  answers.append('table_of_questions.Row 2', 'Option 1');
  for (const [part, text] of Object.entries({ street: 'Main St 1', city: 'Delft', country: 'NL' }))
    answers.append(`address.${part}`, text);
  answers.append('who', 'Bob');
  answers.append('repeated_group.0.name', 'Cleo');
  answers.append('signature', 'Bob <Miller>');
  answers.append('kind', 'old');
  answers.append('why', 'It\nbroke');
  answers.append('colour', 'red');
  answers.append('photo', new File(['as it was'], 'note ä.txt', { type: 'text/plain' }));
  const sent = await fetch(`${server.api}/forms/${form.id}/submit`, { method: 'POST', body: answers });
  assert.equal(sent.status, 200, await sent.clone().text());
  await page.goto(`${server.origin}/admin/forms/${form.id}/submissions`);
  await page.getByRole('link', { name: 'Bob' }).click();
  await page.getByRole('region', { name: 'Answers' }).getByText('Older').waitFor();
  await page.getByRole('region', { name: 'Answers' }).getByText('Row 2: Option 1').waitFor();
  await page.getByRole('region', { name: 'Answers' }).getByText('Netherlands').waitFor();
  await page.getByRole('region', { name: 'Answers' }).getByText('20', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Additional data' }).getByText('red').waitFor();
  await page.getByRole('region', { name: 'Answers' }).getByText('Name: Cleo').waitFor();
  await page.getByRole('img', { name: 'Signature Bob <Miller>.svg' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download note ä.txt' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'note ä.txt');
  assert.equal(Buffer.concat(await Array.fromAsync(await download.createReadStream())).toString(), 'as it was');
  await checkScreen(page, 'submission-files');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click();
  await page.getByText('No submissions yet').waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('a form says that it has no fields yet, and one that takes money suggests to ask for an email address', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  await open('/forms/new', 'New form');
  await page.getByLabel('Name').fill('Course');
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('heading', { level: 1, name: 'Course' }).waitFor();
  await page.getByText('No fields yet', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText('This form has no questions yet.').waitFor();
  const build = page.getByRole('form', { name: 'Form' });
  await build.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('menuitem', { name: 'Payment', exact: true }).click();
  await build.getByRole('group', { name: 'Field Payment' }).getByLabel('Amount').fill('25');
  const advice = build.getByRole('alert').filter({ hasText: 'does not ask for an email address' });
  await advice.waitFor();
  await checkScreen(page, 'form-builder-no-email');
  await advice.getByRole('button', { name: 'Add email field' }).click();
  await advice.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await build.getByText('All changes saved').waitFor();
  const { items } = (await server.request('GET', '/forms')).body;
  assert.deepEqual(
    items.find(({ name }: { name: string }) => name === 'Course').fields.map(({ type }: { type: string }) => type),
    ['payment', 'email'],
  );
  await page.getByText('Open', { exact: true }).first().waitFor();
  assert.deepEqual(pageErrors(), []);
});
