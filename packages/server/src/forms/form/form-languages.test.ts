import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { type LanguageCode, languageCodes, loadLanguage } from '../../languages/language.ts';

/** In words that no other language uses. */
const fields = [
  { name: 'name', type: 'text', label: '1', required: true, max: 40, min: 3 },
  { name: 'email', type: 'email', label: '2', required: true },
  { name: 'guests', type: 'integer', label: '3', min: 1, max: 8 },
  { name: 'day', type: 'date', label: '4', min: '2030-03-01' },
  { name: 'at', type: 'datetime', label: '5' },
  { name: 'room', type: 'radio', label: '6', options: ['#', '##'], required: true },
  { name: 'kind', type: 'select', label: '7', options: ['#', '##'], required: true },
  { name: 'site', type: 'url', label: '8' },
  { name: 'phone', type: 'phone', label: '9' },
  { name: 'amount', type: 'number', label: '10', max: 5 },
  { name: 'note', type: 'textarea', label: '11', max: 5, visibleWhen: { field: 'room', equals: '##' } },
  { name: 'photo', type: 'file', label: '12', required: true, accept: ['image/*'], maxFiles: 3 },
  { name: 'terms', type: 'consent', label: '13', required: true },
];
const parts = [
  { name: 'stars', type: 'rating', label: '1' },
  { name: 'days', type: 'daterange', label: '2', required: true },
  { name: 'home', type: 'address', label: '3', required: true },
  { name: 'time', type: 'time', label: '4', step: 2 },
  { name: 'bill', type: 'billing', label: '5', step: 2 },
];
/** Parts of texts that are the same in every language: addresses, formats and names. */
const common =
  /https?:\/\/[\w./]+|[\w.]+@example\.com|example\.com|OpenDocument|\b(?:UTC|URL|Browser|browser|browsers|Audio|Video|JPEG|PNG|e-?mail|[kKMG]B|Mo|DD|Frontdesk)\b/gi;

/** What people read, without the text of scripts and styles, and names of countries, which contain words of other languages. */
function wordsOf(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<option value="[A-Z]{2}"[^<]*/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(common, ' ');
}

function englishWords(texts: object): Set<string> {
  const all =
    JSON.stringify(texts)
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return new Set(all);
}

async function startWithForm(t: Parameters<typeof startTestService>[0], body: object): Promise<TestService> {
  const service = await startTestService(t);
  const made = await service.request('POST', '/forms', { body: { name: '#', slug: 'all', ...body } });
  assert.equal(made.status, 201, made.text);
  return service;
}

function open(service: TestService, path: string, acceptLanguage?: string): Promise<Answer> {
  const headers: Record<string, string> = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  return service.request('GET', `/${path}`, { token: null, headers });
}

function send(service: TestService, path: string, values: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(values).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return service.request('POST', `/${path}`, { token: null, body, headers });
}

const tokenOf = ({ text }: Answer): string => /name="_page" value="([^"]+)"/.exec(text)?.[1] as string;

test('every language has its page, faults, thanks and problems, and no English is left', async (t) => {
  const service = await startWithForm(t, { fields });
  const faulty = {
    ...{ name: 'A', email: 'x', guests: '9', day: '2020-01-01', at: 'x', room: 'x', kind: '', site: 'x', phone: 'x' },
    ...{ amount: '6', note: '######', website: '', _page: '' },
  };
  await service.request('POST', '/forms', { body: { name: '#', slug: 'parts', fields: parts } });
  const days = { 'days.from': '2030-03-01', 'days.to': '2030-03-02' };
  const home = { 'home.street': '1', 'home.city': '2', 'home.country': 'DE', stars: '3' };
  const { texts: english } = await loadLanguage('en');
  for (const code of languageCodes) {
    const { texts, direction } = await loadLanguage(code);
    const page = await open(service, `/f/all?lang=${code}`);
    const _page = tokenOf(page);
    service.advance(5000);
    const wrong = await send(service, `/f/all?lang=${code}`, { ...faulty, _page, room: '##' });
    const trapped = await send(service, `/f/all?lang=${code}`, { ...faulty, _page, website: 'x' });
    const hasty = await send(service, `/f/all?lang=${code}`, { ...faulty, _page: 'x' });
    const thanks = await open(service, `/f/all/thanks?lang=${code}`);
    const missing = await open(service, `/f/nothing?lang=${code}`);
    const canceled = await open(service, '/payments/canceled', code);
    const confirming = await open(service, '/payments/thanks', code);
    const nowhere = await service.request('GET', '//nowhere', {
      token: null,
      headers: { accept: 'text/html', 'accept-language': code },
    });
    const first = await open(service, `/f/parts?lang=${code}`);
    const move = { '.step': '0', '.move': 'next', _page: tokenOf(first) };
    const faultyPart = await send(service, `/f/parts?lang=${code}`, { ...move, ...days, 'days.to': '2020-01-01' });
    const second = await send(service, `/f/parts?lang=${code}`, { ...move, ...days, ...home });
    assert.ok(wordsOf(second.text).includes(wordsOf(texts.page.previous)), code);
    const steps = { first, faultyPart, second };
    const answers = { page, wrong, trapped, hasty, thanks, missing, canceled, confirming, nowhere, ...steps };
    assert.deepEqual(
      Object.values(answers).map(({ status }) => status),
      [200, 422, 422, 422, 200, 404, 200, 200, 404, 200, 422, 200],
    );
    for (const [name, { text, headers }] of Object.entries(answers)) {
      const where = `${code} ${name}`;
      assert.equal(headers['content-language'], code, where);
      const [, attributes = ''] = /<html ([^>]+)>/.exec(text) as RegExpExecArray;
      assert.match(attributes, new RegExp(`^lang="${code}"`), where);
      assert.equal(attributes.includes('dir="rtl"'), direction === 'rtl', where);
      assert.doesNotMatch(wordsOf(text), /\{\w+\}|undefined|NaN/, where);
      const own = englishWords(texts);
      const left = code === 'en' ? [] : [...englishWords([wordsOf(text)])].filter((word) => !own.has(word));
      const months = new Set(englishWords(monthsIn(code)));
      assert.deepEqual(
        left.filter((word) => englishWords(english).has(word) && !months.has(word)),
        [],
        where,
      );
    }
    // Each fault has the text of its kind.
    const { faults, page: texts1, thanks: texts2 } = texts;
    const shown = wordsOf(wrong.text);
    for (const text of [faults.notChosen, faults.notChecked, faults.noFile, texts1.checkAnswers])
      assert.ok(shown.includes(wordsOf(text)), `${code}: ${text}`);
    assert.ok(wordsOf(thanks.text).includes(wordsOf(texts2.receivedAndClose)), code);
  }
});

function monthsIn(code: string): string[] {
  const format = new Intl.DateTimeFormat(code, { dateStyle: 'long' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2030, month, 1))));
}

const course = {
  name: 'Anmeldung',
  slug: 'course',
  language: 'de',
  settings: {
    ...{ description: 'Willkommen', thanks: 'Bis bald', button: 'Anmelden' },
    mail: { reply: { on: true, text: 'Shalom' } },
  },
  fields: [
    { name: 'email', type: 'email', label: 'E-Mail', help: 'Nur für Rückfragen', required: true },
    { name: 'meal', type: 'radio', label: 'Essen', options: ['Fisch', { value: 'veg', label: 'Gemüse' }] },
  ],
  translations: {
    en: {
      name: 'Registration',
      description: 'Welcome',
      thanks: 'See you soon',
      button: 'Register',
      fields: { email: { label: 'Email' }, meal: { label: 'Meal', options: { Fisch: 'Fish' } } },
    },
    he: { name: 'הרשמה' },
  },
};

test('visitors get the translation that their browser prefers, and submit in it', async (t) => {
  const service = await startWithForm(t, course);
  const headingOf = ({ text }: Answer): string => /<h1>([^<]+)/.exec(text)?.[1] as string;
  // The page is kept in memory for each language.
  for (let round = 0; round < 2; round++) {
    for (const [accepted, heading, code] of [
      ['en-US,en;q=0.9', 'Registration', 'en'],
      ['fr, he;q=0.5, en;q=0.3', 'הרשמה', 'he'],
      ['fr', 'Anmeldung', 'de'],
      [undefined, 'Anmeldung', 'de'],
    ] as [string | undefined, string, LanguageCode][]) {
      const page = await open(service, '/f/course', accepted);
      assert.equal(headingOf(page), heading);
      assert.equal(page.headers['content-language'], code);
      assert.match(String(page.headers.vary), /accept-language/i);
    }
  }
  const english = await open(service, '/f/course?lang=en', 'de');
  for (const text of ['Welcome', 'Register</button>', 'Email', 'Meal', 'Fish', 'Gemüse', 'Nur für Rückfragen'])
    assert.ok(english.text.includes(text), text);
  assert.match(english.text, /value="Fisch"/);
  service.advance(5000);
  const _page = tokenOf(english);
  const wrong = await send(service, '/f/course?lang=en', { _page, email: 'x' });
  assert.match(wrong.text, /Email: enter an email address/);
  const sent = await send(service, '/f/course?lang=en', { _page, email: 'ada@example.com', meal: 'Fisch' });
  assert.match(String(sent.headers.location), /^\/f\/course\/thanks\?lang=en&submission=/);
  assert.match((await open(service, '/f/course/thanks?lang=en')).text, /See you soon/);
  const body = { email: 'joe@example.com' };
  const headers = { 'accept-language': 'he' };
  assert.equal((await service.request('POST', '/forms/course/submit', { token: null, body, headers })).status, 200);
  // The reply is in the language of the submission, although the site is English.
  const replies = (await service.request('GET', '/mails')).body.items;
  const subjectTo = (recipient: string): string =>
    replies.find((mail: { recipient: string }) => mail.recipient === recipient)?.subject;
  const { mails: mailTexts } = (await loadLanguage('he')).texts;
  assert.equal(subjectTo('joe@example.com'), mailTexts.kinds.reply.subject);
  assert.notEqual(subjectTo('ada@example.com'), mailTexts.kinds.reply.subject);
  const { items } = (await service.request('GET', '/forms/course/submissions?sort=createdAt')).body;
  assert.deepEqual(
    items.map(({ language, data }: { language: string; data: object }) => [language, data]),
    [
      ['en', { email: 'ada@example.com', meal: 'Fisch' }],
      ['he', { email: 'joe@example.com' }],
    ],
  );
});

test('what is sold is shown, faulty and bought in the language of the visitor', async (t) => {
  const ticket = {
    ...{ name: 'ticket', type: 'choice', label: 'Ticket', help: 'For one day', required: true },
    options: [{ value: 'early', label: 'Early bird', amount: 3000 }],
  };
  const lines = [ticket, { name: 'lunch', type: 'item', label: 'Lunch', amount: 1000, minQuantity: 0 }];
  const service = await startWithForm(t, {
    language: 'en',
    fields: [{ name: 'tickets', type: 'payment', label: 'Tickets', currency: 'eur', lines }],
    translations: {
      de: {
        fields: {
          tickets: {
            label: 'Karten',
            lines: { ticket: { label: 'Karte', help: 'Für einen Tag', options: { early: 'Frühbucher' } } },
          },
        },
      },
    },
  });
  const page = await open(service, '/f/all?lang=de');
  for (const text of ['Karten', 'Karte', 'Für einen Tag', 'Frühbucher', 'Lunch'])
    assert.ok(page.text.includes(text), text);
  service.advance(5000);
  const wrong = await send(service, '/f/all?lang=de', { _page: tokenOf(page), 'tickets.ticket': '' });
  assert.match(wrong.text, /„Karte“/);
  const body = { tickets: { lines: [{ line: 'ticket', option: 'early' }, { line: 'lunch' }] } };
  const headers = { 'accept-language': 'de' };
  const quoted = await service.request('POST', '/forms/all/quote', { token: null, body, headers });
  const labels = quoted.body.lines.map(({ label }: { label: string }) => label);
  assert.deepEqual(labels, ['Karte: Frühbucher', 'Lunch']);
  for (const [wrongLines, pointer] of [
    [{ tiket: {} }, 'lines/tiket'],
    [{ ticket: { options: { late: 'x' } } }, 'lines/ticket/options/late'],
  ] as const) {
    const translations = { de: { fields: { tickets: { lines: wrongLines } } } };
    const { errors } = (await service.request('PATCH', '/forms/all', { body: { translations } })).body;
    assert.equal(errors[0].pointer, `/translations/de/fields/tickets/${pointer}`);
  }
});

test('a translation names a language, fields and options that there are', async (t) => {
  const service = await startWithForm(t, course);
  const faultsOf = async (body: object): Promise<[string, string][]> => {
    const answer = await service.request('PATCH', '/forms/course', { body });
    assert.equal(answer.status, 422, answer.text);
    return answer.body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]);
  };
  const of = (translation: object) => ({ translations: { en: translation } });
  const cases: [object, string, RegExp][] = [
    [{ translations: { da: {} } }, '/translations/da', /not one of the languages of pages: en, de, /],
    [{ translations: { de: {} } }, '/translations/de', /is the language of the form itself/],
    [{ language: null }, '/language', /is required if there are translations/],
    [{ language: 'da' }, '/language', /must be one of/],
    [of({ fields: { emial: { label: 'x' } } }), '/translations/en/fields/emial', /not a field of the form.*email/],
    [
      of({ fields: { meal: { options: { fish: 'x' } } } }),
      '/translations/en/fields/meal/options/fish',
      /not an option/,
    ],
    [of({ fields: { meal: { title: 'x' } } }), '/translations/en/fields/meal/title', /is not a known field/],
    [of({ title: 'x' }), '/translations/en/title', /is not a known field/],
    [{ fields: [course.fields[0]] }, '/translations/en/fields/meal', /is not a field of the form/],
  ];
  for (const [body, pointer, detail] of cases) {
    const [[found, said] = ['', '']] = await faultsOf(body);
    assert.equal(found, pointer);
    assert.match(said, detail);
  }
  const kept = (await service.request('GET', '/forms/course')).body;
  assert.deepEqual([kept.language, kept.translations], [course.language, course.translations]);
  const cleared = await service.request('PATCH', '/forms/course', { body: { language: null, translations: null } });
  assert.deepEqual([cleared.body.language, cleared.body.translations], [null, {}]);
});
