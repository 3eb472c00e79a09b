// The texts of a form in other languages than its own. What a translation leaves out is shown as the form has it.

import Type, { type Static } from 'typebox';
import type { Fault } from '../../errors.ts';
import { type FieldDeclaration, optionValues } from '../../fields/field.ts';
import { bodyOf } from '../../http/schemas.ts';
import { isLanguageCode, type LanguageCode, languageCodes } from '../../languages/language.ts';
import { nearestHint } from '../../lib/nearest-name.ts';
import { escapePointer } from '../../lib/validation.ts';

const text = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

const FieldTranslation = bodyOf(
  {
    label: text(500, 'Its label; of a consent, what is agreed to', 'Ihr Name'),
    help: text(2000, 'Its help', 'Wie auf dem Ausweis.'),
    description: text(2000, 'The description of a price', 'Mit Mittagessen'),
    options: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 500 },
        description: 'The labels of its options, by their values',
        examples: [{ yes: 'Mit Mittagessen' }],
      }),
    ),
  },
  { title: 'FieldTranslation', description: 'The texts of a field in another language' },
);

const FormTranslation = bodyOf(
  {
    name: text(200, 'The name of the form', 'Anmeldung'),
    description: text(10_000, 'The introduction', 'Schön, dass Sie kommen.'),
    button: text(200, 'What the button says', 'Anmelden'),
    thanks: text(10_000, 'The text after a submission', 'Wir freuen uns auf Sie.'),
    closed: text(10_000, 'The text of a form that is closed', 'Die Anmeldung ist geschlossen.'),
    fields: Type.Optional(
      Type.Unsafe<Record<string, Static<typeof FieldTranslation>>>({
        type: 'object',
        additionalProperties: FieldTranslation,
        description: 'The texts of its fields, by their names',
        examples: [{ email: { label: 'E-Mail' } }],
      }),
    ),
  },
  { title: 'FormTranslation', description: 'The texts of a form in another language' },
);
export type FormTranslation = Static<typeof FormTranslation>;
export type FormTranslations = { [code: string]: FormTranslation };

export const FormTranslations = Type.Unsafe<FormTranslations>({
  type: 'object',
  additionalProperties: FormTranslation,
  description: `Its texts in other languages, by their codes: ${languageCodes.join(', ')}. Browsers get the one they prefer`,
  examples: [{ de: { name: 'Anmeldung', fields: { email: { label: 'E-Mail' } } } }],
});

type Translated = { language: LanguageCode | null; translations: FormTranslations };
type Texts = { name: string; settings: Record<string, unknown>; fields: FieldDeclaration[] };

/** What is wrong with the languages of a form that has these fields. */
export function checkTranslations(
  { language, translations }: Translated,
  fields: readonly FieldDeclaration[],
): Fault[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const faults: Fault[] = [];
  const codes = Object.keys(translations);
  const add = (path: string[], code: string, detail: string): unknown =>
    faults.push({ pointer: ['', ...path].map(escapePointer).join('/'), code, detail });
  if (codes.length > 0 && language === null) {
    add(
      ['language'],
      'required',
      'is required if there are translations: the language of the texts of the form itself',
    );
  }
  for (const code of codes) {
    const path = ['translations', code];
    if (!isLanguageCode(code)) {
      add(path, 'unknown_language', `is not one of the languages of pages: ${languageCodes.join(', ')}`);
    } else if (code === language) add(path, 'not_allowed', 'is the language of the form itself, which has these texts');
    for (const [name, { options = {} }] of Object.entries(translations[code]?.fields ?? {})) {
      const field = byName.get(name);
      if (!field)
        add([...path, 'fields', name], 'unknown', `is not a field of the form${nearestHint(name, [...byName.keys()])}`);
      const values = field ? (optionValues(field) ?? []) : [];
      for (const value of field ? Object.keys(options) : []) {
        if (values.includes(value)) continue;
        const detail = `is not an option of the field ${name}${nearestHint(value, values)}`;
        add([...path, 'fields', name, 'options', value], 'unknown', detail);
      }
    }
  }
  return faults;
}

const texts = ['description', 'button', 'thanks', 'closed'] as const;

/** The form with its texts in this language, for people to read. */
export function translateForm<Form extends Translated & Texts>(form: Form, code: LanguageCode): Form {
  const translation = form.translations[code];
  if (!translation) return form;
  const given = texts.flatMap((name) => (isText(translation[name]) ? [[name, translation[name]] as const] : []));
  return {
    ...form,
    name: isText(translation.name) ? translation.name : form.name,
    settings: { ...form.settings, ...Object.fromEntries(given) },
    fields: form.fields.map((field) => translateField(field, translation.fields?.[field.name])),
  };
}

/** A field of the form with its texts in this language; null for that of the form. */
export function fieldIn(
  { translations }: Pick<Translated, 'translations'>,
  field: FieldDeclaration,
  code: LanguageCode | null,
): FieldDeclaration {
  return code === null ? field : translateField(field, translations[code]?.fields?.[field.name]);
}

type FieldTexts = Static<typeof FieldTranslation>;

function translateField(field: FieldDeclaration, { options = {}, ...given }: FieldTexts = {}): FieldDeclaration {
  const texts = Object.entries(given).filter(([, value]) => isText(value));
  const labelOf = (value: string, label: string): string => (isText(options[value]) ? options[value] : label);
  return {
    ...field,
    ...Object.fromEntries(texts),
    ...(field.options && {
      options: field.options.map((option) =>
        typeof option === 'string'
          ? { value: option, label: labelOf(option, option) }
          : { ...option, label: labelOf(option.value, option.label) },
      ),
    }),
  };
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
