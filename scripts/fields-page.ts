// docs/fields.md: which kinds of fields there are and which settings each has, found out by trying them.

import { fileLimits } from '../packages/server/src/fields/bounds.ts';
import { type FieldDeclaration, fieldSettings } from '../packages/server/src/fields/field.ts';
import { type FieldKind, fieldKinds, scalarOf } from '../packages/server/src/fields/field-kinds.ts';
import { loadLanguage } from '../packages/server/src/languages/language.ts';

const language = await loadLanguage('en');
const formats = { money: String, bytes: String, marks: { decimals: '.', groups: ',' } };
const kinds = Object.entries(fieldKinds as Record<string, FieldKind>);

/** Settings as they are given to each kind; limits are numbers or dates. */
const sample = { pattern: 'a', options: ['a'], multiple: true, accept: ['image/png'], maxSize: 5, maxFiles: 3 };
const price = { amount: 100, currency: 'eur', description: 'x' };
const samples = [
  { ...sample, ...price, min: 1, max: 2 },
  { ...sample, ...price, min: '2026-01-01', max: '2027-01-01' },
];

/** Settings that other pages are about: docs/payments.md and docs/forms.md. */
const elsewhere = new Set([
  ...['lines', 'places', 'showAvailable', 'holdMinutes', 'discountCodes', 'invoice', 'amount', 'description'],
  ...['formula', 'decimals'],
]);

const structured = [
  {
    name: 'seo',
    type: 'group',
    fields: [
      { name: 'title', type: 'text', max: 60 },
      { name: 'image', type: 'media' },
    ],
  },
  {
    name: 'rows',
    type: 'list',
    max: 50,
    of: {
      type: 'group',
      fields: [
        { name: 'label', type: 'text', required: true },
        { name: 'price', type: 'money', currency: 'eur', min: 0 },
      ],
    },
  },
  {
    name: 'body',
    type: 'blocks',
    blocks: [{ name: 'quote', label: 'Quote', fields: [{ name: 'text', type: 'textarea', required: true }] }],
  },
  { name: 'related', type: 'reference', to: ['post', 'page'], multiple: true },
];

const structuredValues = {
  fields: {
    seo: { title: 'Mugs from Delft' },
    rows: [{ label: 'Small', price: { amount: 1200, currency: 'eur' } }],
    body: [{ type: 'quote', text: 'The best mug I ever had.' }],
    related: ['item_01kaqz4t4xm1s4p4e1vd4j8r9n'],
  },
};

export function fieldsPage(examples: { type: unknown; form: unknown }): string {
  const rows = kinds.map(([name, kind]) => {
    const [inContent, inForms] = ['content', 'form'].map((place) =>
      kind.usedIn.includes(place as 'content') ? 'yes' : '',
    );
    return `| \`${name}\` | ${kind.about} | ${inContent} | ${inForms} | ${settingsOf(name, kind).join(', ')} |`;
  });
  const settings = Object.entries(fieldSettings)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, schema]) => `| \`${name}\` | ${(schema as { description: string }).description} |`);
  return `# Fields

Content types (\`POST /types\`) and forms (\`POST /forms\`) declare their fields in the list \`fields\`. Each field has a \`name\` and a \`type\`, and settings that depend
on its type. **Newcomers**: the first table, and the examples below.

| \`type\` | Value | In content | In forms | Settings |
|---|---|---|---|---|
${rows.join('\n')}

Every field also has \`label\`, \`help\` and \`required\`, and \`default\` unless it is a file, a price or only shows a text. The fields of forms have \`visibleWhen\` and \`step\`, too, and those of content types \`scope\`,
which hides a field from some readers ([accounts.md](accounts.md#fields-that-not-everyone-may-read)). Settings of prices are in [payments.md](payments.md#prices), those of
calculations in [forms.md](forms.md#calculations).

| Setting | Meaning |
|---|---|
${settings.join('\n')}

## A content type

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$API/types" -d '${JSON.stringify(examples.type, null, 2)}'
\`\`\`

\`plural\` is the name and \`s\` if you give none: \`country\` needs \`"plural": "countries"\`. Items are at \`/content/event\` and \`/content/events\`:

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$API/content/events" -d '{
  "title": "Open day",
  "status": "publish",
  "fields": { "startsAt": "2027-02-19T09:30:00Z", "venue": "Town hall", "price": 12.5 }
}'
\`\`\`

## Values inside others

A \`group\`, a \`list\` and \`blocks\` can be inside each other, up to 6 levels deep and 500 fields in all. Every setting works inside as well, except \`unique\`, \`indexed\` and \`scope\`. Groups and blocks accept only declared fields.

\`\`\`json FieldDeclaration[]
${listOf(structured)}
\`\`\`

\`\`\`json part=NewItem
${JSON.stringify(structuredValues, null, 2)}
\`\`\`

A value inside another is changed by sending the whole outer value. Every fault is named by its place, such as \`/fields/rows/2/price\`. Texts inside are found by the search.

## A form

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$API/forms" -d '${JSON.stringify(examples.form, null, 2)}'
\`\`\`

Its page is at \`/f/workshop\` ([forms.md](forms.md), [on your own site](guides/html.md)):

\`\`\`sh
curl -s -H "Content-Type: application/json" "$API/forms/workshop/submit" -d '{
  "name": "Ada",
  "email": "ada@example.com",
  "meal": "no",
  "terms": true
}'
\`\`\`
`;
}

/** A list with each entry on a line of its own. */
function listOf(entries: unknown[]): string {
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]`;
}

/** A setting belongs to a kind if leaving it out changes what the kind accepts or shows. */
function settingsOf(type: string, kind: FieldKind): string[] {
  const names = samples.flatMap((all) => {
    const declared: FieldDeclaration = { name: 'x', type, ...all };
    return Object.keys(all).filter((name) => {
      const { [name as 'min']: _, ...rest } = declared;
      return effectOf(kind, declared) !== effectOf(kind, rest as FieldDeclaration);
    });
  });
  const isComparable = kind.usedIn.includes('content') && scalarOf({ name: 'x', type }) !== null;
  return [...(kind.has ?? []), ...new Set(names), ...(isComparable ? ['unique', 'indexed'] : [])].map(code);
}

function effectOf(kind: FieldKind, field: FieldDeclaration): string {
  const shown = { values: [], error: null, hasFocus: false, lostFiles: [], condition: null, language, formats };
  const isValue = (kind.answeredBy ?? 'value') === 'value';
  const isPrice = kind.answeredBy === 'price';
  const control = isValue || (isPrice && !(field.amount && field.currency)) ? null : kind.control?.(field);
  const limits = kind.answeredBy === 'upload' ? fileLimits(field) : null;
  return JSON.stringify([kind.schema(field), limits, control?.render(field, shown)]);
}

function code(text: string): string {
  return `\`${text}\``;
}
