// docs/fields.md: which kinds of fields there are and which settings each has, found out by trying them.

import { fileLimits } from '../packages/server/src/fields/bounds.ts';
import { FieldDeclaration } from '../packages/server/src/fields/field.ts';
import { type FieldKind, fieldKinds, scalarOf } from '../packages/server/src/fields/field-kinds.ts';

const kinds = Object.entries(fieldKinds as Record<string, FieldKind>);

/** Settings as they are given to each kind; limits are numbers or dates. */
const sample = { pattern: 'a', options: ['a'], multiple: true, accept: ['image/png'], maxSize: 5, maxFiles: 3 };
const price = { amount: 100, currency: 'eur', description: 'x' };
const samples = [
  { ...sample, ...price, min: 1, max: 2 },
  { ...sample, ...price, min: '2026-01-01', max: '2027-01-01' },
];

export function fieldsPage(examples: { type: unknown; form: unknown }): string {
  const rows = kinds.map(([name, kind]) => {
    const [inContent, inForms] = ['content', 'form'].map((place) =>
      kind.usedIn.includes(place as 'content') ? 'yes' : '',
    );
    return `| \`${name}\` | ${kind.about} | ${inContent} | ${inForms} | ${settingsOf(name, kind).join(', ')} |`;
  });
  const settings = Object.entries(FieldDeclaration.properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${(schema as { description?: string }).description ?? 'Value if none is sent'} |`,
  );
  return `# Fields

Content types (\`POST /types\`) and forms (\`POST /forms\`) declare their fields in the list \`fields\`. Each field has a \`name\` and a \`type\`, and settings that depend
on its type.

| \`type\` | Value | In content | In forms | Settings |
|---|---|---|---|---|
${rows.join('\n')}

Every field also has \`label\`, \`help\` and \`required\`, and \`default\` unless it is a file or a price. The fields of forms have \`visibleWhen\` and \`step\`, too. A payment field is never
\`required\`: while it applies, its price is due.

| Setting | Meaning |
|---|---|
${settings.join('\n')}

## A content type

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$API/types" -d '${JSON.stringify(examples.type, null, 2)}'
\`\`\`

Its items are at \`/content/event\` and \`/content/events\`, and their values in \`fields\`:

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$API/content/events" -d '{
  "title": "Open day",
  "status": "publish",
  "fields": { "startsAt": "2027-02-19T09:30:00Z", "venue": "Town hall", "price": 12.5 }
}'
\`\`\`

## A form

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$API/forms" -d '${JSON.stringify(examples.form, null, 2)}'
\`\`\`

Its page is at \`/f/workshop\`. Files are sent as \`multipart/form-data\`; without files, JSON is enough:

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

/** A setting belongs to a kind if leaving it out changes what the kind accepts or shows. */
function settingsOf(type: string, kind: FieldKind): string[] {
  const names = samples.flatMap((all) => {
    const declared: FieldDeclaration = { name: 'x', type, ...all };
    return Object.keys(all).filter((name) => {
      const { [name as 'min']: _, ...rest } = declared;
      return effectOf(kind, declared) !== effectOf(kind, rest as FieldDeclaration);
    });
  });
  const isComparable = kind.usedIn.includes('content') && scalarOf({ type }) !== null;
  return [...new Set(names), ...(isComparable ? ['unique', 'indexed'] : [])].map(code);
}

function effectOf(kind: FieldKind, field: FieldDeclaration): string {
  const shown = { values: [], error: null, condition: null };
  const isValue = (kind.answeredBy ?? 'value') === 'value';
  const isPrice = kind.answeredBy === 'price';
  const control = isValue || (isPrice && !(field.amount && field.currency)) ? null : kind.control?.(field);
  const limits = isValue || isPrice ? null : fileLimits(field);
  return JSON.stringify([kind.schema(field), limits, control?.render(field, shown)]);
}

function code(text: string): string {
  return `\`${text}\``;
}
