import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';

const fields = [
  { name: 'name', type: 'text', required: true },
  { name: 'email', type: 'email', label: 'E-mail', required: true },
];

type Fault = { pointer: string; code: string };
const faultsOf = (body: { errors: Fault[] }): string[] => body.errors.map(({ pointer, code }) => `${pointer} ${code}`);

test('a form can be created, read by ID and slug, listed, updated and deleted', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/forms', { body: { name: 'Über uns', fields } });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  assert.match(id, /^form_/);
  assert.equal(made.headers.location, `/api/v1/forms/${id}`);
  assert.deepEqual(
    { slug: made.body.slug, public: made.body.public, open: made.body.open, strict: made.body.strict },
    { slug: 'uber-uns', public: true, open: true, strict: false },
  );
  assert.deepEqual(made.body.fields, fields);
  assert.equal((await service.request('GET', '/forms/uber-uns')).body.id, id);
  assert.equal((await service.request('GET', `/forms/${id}`)).body.submissionCount, 0);

  const changed = await service.request('PATCH', '/forms/uber-uns', {
    body: { name: 'About', open: false, settings: { button: 'Go' } },
    headers: { 'if-match': String(made.headers.etag) },
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.name, changed.body.open, changed.body.slug], ['About', false, 'uber-uns']);
  assert.deepEqual(changed.body.fields, fields);
  const late = { body: { name: 'Other' }, headers: { 'if-match': String(made.headers.etag) } };
  assert.equal((await service.request('PATCH', `/forms/${id}`, late)).status, 412);

  const list = await service.request('GET', '/forms');
  assert.equal(list.body.total, 1);
  assert.equal(list.body.items[0].settings.button, 'Go');
  assert.deepEqual((await service.request('DELETE', `/forms/${id}`)).body, { id, deleted: true });
  assert.equal((await service.request('GET', `/forms/${id}`)).body.code, 'form_not_found');
  assert.equal((await service.request('GET', '/forms/%00')).status, 404);
});

test('a generated slug is unique, and a given one that is in use is rejected', async (t) => {
  const service = await startTestService(t);
  const make = (body: object) => service.request('POST', '/forms', { body: { name: 'Contact', fields, ...body } });
  const made = await Promise.all([make({}), make({}), make({}), make({ name: '!!!' })]);
  assert.deepEqual(made.map(({ body }) => body.slug).sort(), ['contact', 'contact-2', 'contact-3', 'form']);
  const taken = await make({ slug: 'contact' });
  assert.deepEqual([taken.status, taken.body.code], [409, 'slug_taken']);
  const moved = await service.request('PATCH', '/forms/contact-2', { body: { slug: 'contact' } });
  assert.deepEqual([moved.status, moved.body.code], [409, 'slug_taken']);
  for (const slug of ['Not A Slug', `form_${'0'.repeat(26)}`, '..']) {
    assert.deepEqual(faultsOf((await make({ slug })).body), ['/slug invalid']);
  }
});

test('the same idempotency key creates one form', async (t) => {
  const service = await startTestService(t);
  const options = { body: { name: 'Once', fields }, headers: { 'idempotency-key': 'form-1' } };
  const first = await service.request('POST', '/forms', options);
  const second = await service.request('POST', '/forms', options);
  assert.equal(second.body.id, first.body.id);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal((await service.request('GET', '/forms')).body.total, 1);
});

test('a condition that can never hold is rejected when it is declared, with what it can expect', async (t) => {
  const service = await startTestService(t);
  const options = ['person', { value: 'firm', label: 'A company' }];
  const declare = (other: object, when: object) =>
    service.request('POST', '/forms', {
      body: {
        name: 'Conditions',
        fields: [
          { name: 'other', ...other },
          { name: 'last', type: 'text', visibleWhen: { field: 'other', ...when } },
        ],
      },
    });
  const ofOption = 'not_allowed must be one of person, firm';
  for (const [other, value, fault] of [
    [{ type: 'select', options }, 'persn', `${ofOption} (did you mean \`person\`?)`],
    [{ type: 'radio', options }, 'A company', `${ofOption} (did you mean \`"firm"\`?)`],
    [{ type: 'select', options }, ' person', `${ofOption} (did you mean \`"person"\`?)`],
    [{ type: 'select', options }, 5, 'wrong_type must be a string'],
    [
      { type: 'select', options },
      null,
      'wrong_type must not be null: without it, the condition tests whether there is an answer',
    ],
    [{ type: 'multiselect', options }, 'robot', ofOption],
    [{ type: 'checkbox', options }, ['person', 'robot'], ofOption],
    [{ type: 'multiselect', options }, [], 'min_items must not be empty'],
    [{ type: 'checkbox' }, 'true', 'wrong_type must be true or false (did you mean `true`?)'],
    [{ type: 'consent', required: true }, 1, 'wrong_type must be true or false (did you mean `true`?)'],
    [{ type: 'number' }, '5', 'wrong_type must be a number (did you mean `5`?)'],
    [{ type: 'integer' }, 5.5, 'wrong_type must be a whole number'],
    [{ type: 'number', min: 1 }, 0, 'minimum must be at least 1'],
    [{ type: 'rating' }, 6, 'maximum must be at most 5'],
    [{ type: 'text' }, 5, 'wrong_type must be a string (did you mean `"5"`?)'],
    [{ type: 'text' }, ' ', 'required is required'],
    [{ type: 'text' }, { a: 1 }, 'wrong_type must be a string'],
    [{ type: 'text', max: 3 }, 'four', 'max_length must have at most 3 characters'],
    [{ type: 'email' }, 'ada', 'format must be an email address such as name@example.com'],
    [{ type: 'phone' }, 'Ada', 'pattern must be a phone number such as +49 30 123456'],
    [
      { type: 'datetime' },
      '2026-12-01 10:00 Z',
      'format must be a date and time such as 2027-02-19T09:30:00Z (did you mean `"2026-12-01T10:00:00Z"`?)',
    ],
    [{ type: 'time' }, '9:30', 'format must be a time such as 14:30 (did you mean `"09:30"`?)'],
    [{ type: 'date', min: '2027-01-01' }, '2026-12-31', 'format_minimum must not be before 2027-01-01'],
  ] as [other: object, value: unknown, fault: string][]) {
    for (const member of ['equals', 'notEquals']) {
      const answer = await declare(other, { [member]: value });
      assert.equal(answer.status, 422, `${JSON.stringify([other, value])} ${answer.text}`);
      const found = answer.body.errors.map(
        ({ pointer, code, detail }: Record<string, string>) => `${pointer} ${code} ${detail}`,
      );
      assert.deepEqual(found, [`/fields/1/visibleWhen/${member} ${fault}`]);
    }
  }
  for (const [other, value] of [
    [{ type: 'select', options, default: 'person' }, 'firm'],
    [{ type: 'multiselect', options }, 'firm'],
    [{ type: 'multiselect', options }, ['firm', 'person']],
    [{ type: 'consent', required: true }, false],
    [{ type: 'text', pattern: '[A-Z]+', max: 3 }, ' abc '],
    [{ type: 'email' }, 'Ada@grün.example '],
    [{ type: 'datetime' }, '2026-12-01T11:00:00.5+01:00'],
    [{ type: 'time' }, '09:30:00'],
  ] as [other: object, value: unknown][]) {
    const answer = await declare(other, { equals: value });
    assert.equal(answer.status, 201, `${JSON.stringify([other, value])} ${answer.text}`);
  }

  // A form that was stored before works as it did; what is wrong is named when its fields are declared again.
  const made = await declare({ type: 'number' }, { equals: 5 });
  const path = `/forms/${made.body.id}`;
  const old = made.body.fields.map((field: { visibleWhen?: object }) =>
    field.visibleWhen ? { ...field, visibleWhen: { field: 'other', equals: '5' } } : field,
  );
  await inTransaction(service.context, ({ db }) =>
    db
      .updateTable('forms')
      .set({ fields: JSON.stringify(old), version: 2 })
      .where('id', '=', made.body.id)
      .execute(),
  );
  assert.deepEqual((await service.request('GET', path)).body.fields, old);
  const renamed = await service.request('PATCH', path, { body: { name: 'Other' } });
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal((await service.request('POST', `${path}/submit`, { body: { other: 5 } })).status, 200);
  assert.equal((await service.request('PATCH', path, { body: { fields: old } })).status, 422);
});

test('every fault of a definition is reported', async (t) => {
  const service = await startTestService(t);
  const faultsOfFields = async (declared: object[]): Promise<string[]> => {
    const answer = await service.request('POST', '/forms', { body: { name: 'Bad', fields: declared } });
    assert.equal(answer.status, 422, answer.text);
    return faultsOf(answer.body);
  };
  assert.deepEqual(
    await faultsOfFields([
      { name: 'a', type: 'nonsense' },
      { name: 'a', type: 'select' },
      { name: 'constructor', type: 'text' },
      { name: 'short', type: 'text', min: -1 },
      { name: 'cv', type: 'file', accept: ['image/*', 'pdf', '.csv', '*.csv'] },
      { name: 'x', type: 'text', visibleWhen: { field: 'y' } },
      { name: 'y', type: 'text', visibleWhen: { field: 'x' } },
      { name: 'z', type: 'text', visibleWhen: { field: 'gone' } },
    ]),
    [
      '/fields/0/type not_allowed',
      '/fields/1/name not_unique',
      '/fields/1/options required',
      '/fields/2/name not_allowed',
      '/fields/3/min invalid',
      '/fields/7/visibleWhen/field unknown',
      '/fields/4/accept/1 invalid',
      '/fields/4/accept/3 invalid',
      '/fields/5/visibleWhen/field circular',
      '/fields/6/visibleWhen/field circular',
    ],
  );
  // What a condition can name, and what it can compare.
  assert.deepEqual(
    await faultsOfFields([
      { name: 'cv', type: 'file' },
      { name: 'stay', type: 'daterange' },
      { name: 'guests', type: 'repeat', fields: [{ name: 'who', type: 'text' }] },
      { name: 'title', type: 'headline', label: 'Title' },
      { name: 'fee', type: 'payment', amount: 100, currency: 'eur' },
      ...['cv', 'stay', 'guests'].flatMap((field) => [
        { name: `${field}_given`, type: 'text', visibleWhen: { field } },
        { name: `${field}_is`, type: 'text', visibleWhen: { field, equals: 'x', notEquals: 'y' } },
      ]),
      { name: 'after_title', type: 'text', visibleWhen: { field: 'title' } },
      { name: 'after_fee', type: 'text', visibleWhen: { field: 'fee' } },
    ]),
    [
      ...[6, 8, 10].flatMap((index) =>
        ['equals', 'notEquals'].map((member) => `/fields/${index}/visibleWhen/${member} not_allowed`),
      ),
      '/fields/11/visibleWhen/field not_allowed',
      '/fields/12/visibleWhen/field not_allowed',
    ],
  );
  // What pages send themselves, and what looks the same.
  assert.deepEqual(
    await faultsOfFields([
      { name: '_page', type: 'text' },
      { name: '_charset_', type: 'hidden' },
      { name: 'size', type: 'select', options: ['S', { value: 'S ', label: 'Small' }] },
      { name: 'cafe', type: 'multiselect', options: ['caf\u00e9', 'cafe\u0301'] },
      { name: 'table', type: 'matrix', rows: ['\u00e9', 'e\u0301'], options: ['yes', 'no'] },
      { name: 'rows', type: 'repeat', fields: [{ name: 'size', type: 'radio', options: ['S', '\u00a0S'] }] },
    ]),
    [
      '/fields/2/options not_unique',
      '/fields/3/options not_unique',
      '/fields/4/rows invalid',
      '/fields/5/fields/0/options not_unique',
      '/fields/0/name not_allowed',
      '/fields/1/name not_allowed',
    ],
  );
  assert.deepEqual(await faultsOfFields([{ name: 'pay', type: 'payment' }]), [
    '/fields/0/currency required',
    '/fields/0/amount required',
  ]);
  assert.deepEqual(await faultsOfFields([{ name: 'pay', type: 'payment', amount: 100, currency: 'zzz' }]), [
    '/fields/0/currency not_allowed',
  ]);
  assert.deepEqual(await faultsOfFields([{ name: 'pay', type: 'payment', amount: 0, currency: 'usd' }]), [
    '/fields/0/amount minimum',
  ]);
  const twice = ['a', 'b'].map((name) => ({ name, type: 'payment', amount: 100, currency: 'USD' }));
  assert.deepEqual(await faultsOfFields(twice), ['/fields/1/type not_unique']);
  const url = await service.request('POST', '/forms', {
    body: { name: 'U', fields, successUrl: 'javascript:alert(1)' },
  });
  assert.deepEqual(faultsOf(url.body), ['/successUrl not_allowed']);
  for (const url of [
    'https://example.com:6379/',
    'https://example.com/\n',
    'https://example.com/\ta',
    'https://u:p@example.com/',
  ]) {
    const body = { name: 'U', fields, successUrl: url };
    const answer = await service.request('POST', '/forms', { body });
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, '/successUrl'], url);
    const settings = await service.request('POST', '/forms', {
      body: { name: 'U', fields, settings: { cancelUrl: url } },
    });
    assert.deepEqual([settings.status, settings.body.errors?.[0].pointer], [422, '/settings/cancelUrl'], url);
  }
});

test('a currency is stored in lower case', async (t) => {
  const service = await startTestService(t);
  const paid = [{ name: 'fee', type: 'payment', amount: 2500, currency: 'EUR' }];
  const made = await service.request('POST', '/forms', { body: { name: 'Fee', fields: paid } });
  assert.equal(made.body.fields[0].currency, 'eur');
});

test('visitors see only the public part of open, public forms', async (t) => {
  const service = await startTestService(t);
  const make = (body: object) =>
    service.request('POST', '/forms', { body: { fields, settings: { button: 'Go' }, ...body } });
  await make({ name: 'Open' });
  await make({ name: 'Private', public: false });
  await make({ name: 'Closed', open: false });
  const seen = await service.request('GET', '/forms/open', { token: null });
  assert.equal(seen.status, 200);
  assert.deepEqual(Object.keys(seen.body).sort(), ['fields', 'id', 'name', 'open', 'public', 'slug', 'successUrl']);
  assert.equal((await service.request('GET', '/forms/private', { token: null })).status, 401);
  assert.equal((await service.request('GET', '/forms/closed', { token: null })).status, 401);
  const other = await service.tokenWith('content:read');
  assert.equal((await service.request('GET', '/forms/private', { token: other })).status, 403);
  assert.equal((await service.request('GET', '/forms', { token: null })).status, 401);
  assert.equal(
    (await service.request('POST', '/forms', { token: await service.tokenWith('forms:read'), body: {} })).status,
    403,
  );
});

test('a PATCH of settings keeps the others, null removes one, and a misspelt one is refused by name', async (t) => {
  const service = await startTestService(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const mail = { notice: { to: ['office@example.com'] } };
  const settings = { button: 'Go', cancelUrl: 'https://example.com/back', retention: { days: 30 }, mail };
  const { body } = await service.request('POST', '/forms', { body: { name: 'Contact', fields, settings } });
  const patch = (settings: object) => service.request('PATCH', `/forms/${body.id}`, { body: { settings } });

  assert.deepEqual((await patch({ thanks: 'Bye' })).body.settings, { ...settings, thanks: 'Bye' });
  assert.deepEqual((await patch({ thanks: null, button: null, cancelUrl: null })).body.settings, {
    retention: { days: 30 },
    mail,
  });
  const reply = { on: true, text: 'Thank you' };
  assert.deepEqual((await patch({ mail: { reply } })).body.settings.mail, { ...mail, reply });
  assert.deepEqual((await patch({ mail: { reply: null } })).body.settings.mail, mail);
  assert.deepEqual((await patch({ mail: null })).body.settings, { retention: { days: 30 } });

  const misspelt = await patch({ retenton: { days: 1 } });
  assert.equal(misspelt.status, 422);
  assert.deepEqual(misspelt.body.errors, [
    {
      pointer: '/settings/retenton',
      code: 'unknown',
      detail: 'is not a known field (did you mean `retention`?)',
    },
  ]);
});

test('a language to remove from the translations of a form must be one', async (t) => {
  const { request } = await startTestService(t);
  const form = {
    name: 'Fair',
    slug: 'fair',
    language: 'en',
    translations: { de: { name: 'Messe' } },
    fields: [{ name: 'email', type: 'email' }],
  };
  assert.equal((await request('POST', '/forms', { body: form })).status, 201);
  for (const code of ['zz-nope-1', 'constructor']) {
    const refused = await request('PATCH', '/forms/fair', { body: { translations: { [code]: null, de: null } } });
    const [{ pointer, code: fault } = {} as Record<string, string>] = refused.body.errors;
    assert.deepEqual(
      [refused.status, pointer, fault],
      [422, `/translations/${code}`, 'unknown_language'],
      refused.text,
    );
  }
  for (const left of [{ de: { name: 'Messe' } }, {}]) {
    const changed = await request('PATCH', '/forms/fair', {
      body: { translations: 'de' in left ? { fr: null } : { de: null } },
    });
    assert.deepEqual([changed.status, changed.body.translations], [200, left], changed.text);
  }
});

test('a PATCH of a form merges its settings and translations by key at every depth, and lists are replaced', async (t) => {
  const service = await startTestService(t);
  await service.request('POST', '/types', {
    body: {
      name: 'talk',
      fields: [
        { name: 'speaker', type: 'text' },
        { name: 'room', type: 'text' },
      ],
    },
  });
  const fields = [
    { name: 'email', type: 'email', label: 'Email' },
    {
      name: 'meal',
      type: 'radio',
      label: 'Lunch',
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
  ];
  const notice = { to: ['office@example.com', 'desk@example.com'], subject: 'News', daily: '08:00' };
  const settings = {
    mail: { notice, reply: { on: true, text: 'Thank you' } },
    spam: { level: 'strict', altcha: 'score' },
    looks: { theme: 'dark', font: 'serif' },
    retention: { days: 90, fields: { email: 30, meal: 60 } },
    contactFields: { company: 'meal', name: 'email' },
    draftItem: { type: 'talk', title: '{{answers.email}}', fields: { speaker: 'email', room: 'meal' } },
  };
  const translations = {
    de: { name: 'Anmeldung', fields: { meal: { label: 'Mittagessen', options: { yes: 'Ja', no: 'Nein' } } } },
    fr: { name: 'Inscription' },
  };
  const created = await service.request('POST', '/forms', {
    body: { name: 'Talks', fields, settings, language: 'en', translations },
  });
  assert.equal(created.status, 201, created.text);
  const patch = (body: object) => service.request('PATCH', `/forms/${created.body.id}`, { body });
  const changed = await patch({
    settings: {
      mail: { notice: { to: ['new@example.com'], daily: null } },
      spam: { level: 'normal' },
      looks: { font: 'mono', theme: null },
      retention: { days: null, fields: { email: 10 } },
      contactFields: { name: null },
      draftItem: { title: 'A talk', fields: { room: null } },
    },
    translations: { de: { button: 'Los', fields: { meal: { options: { no: null } } } }, fr: null },
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.settings, {
    mail: { notice: { to: ['new@example.com'], subject: 'News' }, reply: { on: true, text: 'Thank you' } },
    spam: { level: 'normal', altcha: 'score' },
    looks: { font: 'mono' },
    retention: { fields: { email: 10, meal: 60 } },
    contactFields: { company: 'meal' },
    draftItem: { type: 'talk', title: 'A talk', fields: { speaker: 'email' } },
  });
  assert.deepEqual(changed.body.translations, {
    de: { name: 'Anmeldung', button: 'Los', fields: { meal: { label: 'Mittagessen', options: { yes: 'Ja' } } } },
  });
  assert.deepEqual((await service.request('GET', `/forms/${created.body.id}`)).body.settings, changed.body.settings);

  // What is left must be whole, and what is misspelt is refused wherever it is.
  const refused = async (body: object) => (await patch(body)).body.errors.map((fault: Fault) => Object.values(fault));
  assert.deepEqual(await refused({ settings: { saveForLater: {} } }), [
    ['/settings/saveForLater/days', 'required', 'is required'],
  ]);
  assert.deepEqual(await refused({ settings: { draftItem: { title: null } } }), [
    ['/settings/draftItem/title', 'wrong_type', 'must be a string'],
  ]);
  const unknown = (pointer: string, meant: string) => [
    [pointer, 'unknown', `is not a known field (did you mean \`${meant}\`?)`],
  ];
  assert.deepEqual(
    await refused({ settings: { mail: { notice: { subjct: 'x' } } } }),
    unknown('/settings/mail/notice/subjct', 'subject'),
  );
  assert.deepEqual(
    await refused({ translations: { de: { fields: { meal: { labl: 'x' } } } } }),
    unknown('/translations/de/fields/meal/labl', 'label'),
  );

  const bare = await patch({ settings: null, translations: null });
  assert.deepEqual([bare.body.settings, bare.body.translations], [{}, {}]);
});

test('a PATCH that changes nothing leaves the version, the time and the ETag of a form as they are', async (t) => {
  const { request, advance } = await startTestService(t);
  const body = {
    name: 'Contact',
    fields: [{ name: 'email', type: 'email', label: 'Email' }],
    settings: { thanks: 'x' },
  };
  const created = await request('POST', '/forms', { body });
  assert.equal(created.status, 201, created.text);
  const url = `/forms/${created.body.id}`;
  const read = await request('GET', url);
  advance(5000);
  for (const change of [
    {},
    { name: 'Contact', open: true },
    { fields: read.body.fields, settings: read.body.settings },
  ]) {
    const answer = await request('PATCH', url, { body: change });
    assert.deepEqual([answer.status, answer.body, answer.headers.etag], [200, read.body, read.headers.etag]);
  }
  const changed = await request('PATCH', url, { body: { name: 'Contact us' } });
  assert.equal(changed.body.version, read.body.version + 1);
});
